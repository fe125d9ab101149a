/** The words of the frame around every page, by language. */
import { apiName } from '../../contract/openapi/document.ts';
import type { PageId, PageLanguage } from './addresses.ts';

export interface FrameWords {
  readonly site: string;
  /** What the navigation calls each page. */
  readonly pages: Readonly<Record<PageId, string>>;
  readonly navigation: string;
  readonly contents: string;
  readonly skip: string;
  readonly copy: string;
  readonly copied: string;
  /** How to run a sample: between them stands the name of its file, behind them the command. */
  readonly saveAs: string;
  readonly run: string;
  /** What stands over the answer to a sample, after the language of the sample. */
  readonly prints: string;
  /** Said of the buttons that choose among samples. */
  readonly chooseLanguage: string;
  readonly search: SearchWords;
  /** Link to the other language, in its own words. */
  readonly otherLanguage: string;
  readonly asMarkdown: string;
  readonly feed: string;
  readonly description: string;
}

export interface SearchWords {
  /** Name of the field; the placeholder in it is shorter. */
  readonly label: string;
  readonly placeholder: string;
  /** Name of the list. */
  readonly results: string;
  readonly none: string;
  /** `{count}` is a number. */
  readonly count: string;
}

export const words: Readonly<Record<PageLanguage, FrameWords>> = {
  en: {
    site: apiName,
    pages: {
      start: 'Overview',
      guide: 'Guide',
      dataModel: 'Data model',
      reference: 'Reference',
      errors: 'Errors',
      changes: 'Changes',
      status: 'Status',
    },
    navigation: 'Documentation',
    contents: 'On this page',
    skip: 'Skip to content',
    copy: 'Copy',
    copied: 'Copied',
    saveAs: 'Save as',
    run: 'and run',
    prints: 'prints',
    chooseLanguage: 'Programming language',
    search: {
      label: 'Search the documentation',
      placeholder: 'Search ( / )',
      results: 'Search results',
      none: 'No results',
      count: 'Results: {count}',
    },
    otherLanguage: 'Français',
    asMarkdown: 'This page as Markdown',
    feed: 'Changes as an Atom feed',
    description: 'OpenAPI description',
  },
  fr: {
    site: 'API publique du catalogue de produits',
    pages: {
      start: 'Aperçu',
      guide: 'Guide',
      dataModel: 'Données',
      reference: 'Référence',
      errors: 'Erreurs',
      changes: 'Changements',
      status: 'État',
    },
    navigation: 'Documentation',
    contents: 'Sur cette page',
    skip: 'Aller au contenu',
    copy: 'Copier',
    copied: 'Copié',
    saveAs: 'Enregistrez sous',
    run: 'et exécutez',
    prints: 'affiche',
    chooseLanguage: 'Langage de programmation',
    search: {
      label: 'Rechercher dans la documentation',
      placeholder: 'Rechercher ( / )',
      results: 'Résultats de la recherche',
      none: 'Aucun résultat',
      count: 'Résultats\u00A0: {count}',
    },
    otherLanguage: 'English',
    asMarkdown: 'Cette page en Markdown',
    feed: 'Changements en fil Atom',
    description: 'Description OpenAPI',
  },
};
