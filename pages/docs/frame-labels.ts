/** The labels of the frame around every documentation page, by language. */
import { apiName } from '../../contract/openapi/document.ts';
import type { PageId, PageLanguage } from './addresses.ts';

/** The labels of navigation, search, footer and code samples in one language. */
export interface FrameLabels {
  /** Name of the website. */
  readonly site: string;
  /** Name of each page in the navigation. */
  readonly pages: Readonly<Record<PageId, string>>;
  /** Accessible name of the navigation. */
  readonly navigation: string;
  /** Heading of the table of contents. */
  readonly contents: string;
  /** Text of the link that skips the navigation. */
  readonly skip: string;
  /**
   * Texts of the button that copies code: `copy` before a click; after it, for two seconds, `copied` or, if the browser
   * refused to copy, `notCopied`.
   */
  readonly copy: string;
  readonly copied: string;
  readonly notCopied: string;
  /** `saveAs` and `run` are the words of the line above a sample: `Save as FILE and run COMMAND`. */
  readonly saveAs: string;
  readonly run: string;
  /** The verb in the caption of a sample's output: `prints` in `Python prints`. */
  readonly prints: string;
  /** Accessible name of the tabs that choose a programming language. */
  readonly chooseLanguage: string;
  readonly search: SearchLabels;
  /** Text of the link to the other language, written in that language. */
  readonly otherLanguage: string;
  /**
   * Texts of the links in the footer: `asMarkdown` to the Markdown version of the page, `description` to the
   * OpenAPI document.
   */
  readonly asMarkdown: string;
  readonly description: string;
}

/** The labels of the search field and its results in one language. */
export interface SearchLabels {
  /** Accessible name of the search field. */
  readonly label: string;
  readonly placeholder: string;
  /** Accessible name of the list of results. */
  readonly results: string;
  /** Message if there are no results. */
  readonly none: string;
  /** Message if there are results; `{count}` is replaced by their number. */
  readonly count: string;
  /** Message if the index could not be loaded. */
  readonly failed: string;
}

/** The labels of navigation, search, footer and code samples in each language. */
export const frameLabels: Readonly<Record<PageLanguage, FrameLabels>> = {
  en: {
    site: apiName,
    pages: {
      start: 'Overview',
      quickstart: 'Quickstart',
      copy: 'Keep a copy',
      prices: 'Prices',
      stock: 'Stock',
      limits: 'Limits and errors',
      reference: 'Reference',
      errors: 'Error codes',
      status: 'Status',
      promostandards: 'Coming from PromoStandards',
      notOffered: 'Not offered',
    },
    navigation: 'Documentation',
    contents: 'On this page',
    skip: 'Skip to content',
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'Copy failed',
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
      failed: 'The search could not be loaded. Reload the page.',
    },
    otherLanguage: 'Français',
    asMarkdown: 'This page as Markdown',
    description: 'OpenAPI description',
  },
  fr: {
    site: 'API publique du catalogue de produits',
    pages: {
      start: 'Aperçu',
      quickstart: 'Premiers pas',
      copy: 'Garder une copie',
      prices: 'Prix',
      stock: 'Stocks',
      limits: 'Limites et erreurs',
      reference: 'Référence',
      errors: 'Codes d’erreur',
      status: 'État',
      promostandards: 'Passer de PromoStandards',
      notOffered: 'Non offert',
    },
    navigation: 'Documentation',
    contents: 'Sur cette page',
    skip: 'Aller au contenu',
    copy: 'Copier',
    copied: 'Copié',
    notCopied: 'Échec de la copie',
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
      failed: 'La recherche n’a pas pu être chargée. Rechargez la page.',
    },
    otherLanguage: 'English',
    asMarkdown: 'Cette page en Markdown',
    description: 'Description OpenAPI',
  },
};
