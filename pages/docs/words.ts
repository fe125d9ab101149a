/** The words of the frame around every page, by language. */
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
  /** Said of the buttons that choose among samples. */
  readonly chooseLanguage: string;
  /** Link to the other language, in its own words. */
  readonly otherLanguage: string;
  readonly asMarkdown: string;
  readonly feed: string;
  readonly description: string;
  /** Behind a link to a page that is in English only; empty in English. */
  readonly inEnglish: string;
}

export const words: Readonly<Record<PageLanguage, FrameWords>> = {
  en: {
    site: 'Product Catalog API',
    pages: {
      start: 'Overview',
      guide: 'Guide',
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
    chooseLanguage: 'Programming language',
    otherLanguage: 'Français',
    asMarkdown: 'This page as Markdown',
    feed: 'Changes as an Atom feed',
    description: 'OpenAPI description',
    inEnglish: '',
  },
  fr: {
    site: 'API du catalogue de produits',
    pages: {
      start: 'Aperçu',
      guide: 'Guide',
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
    chooseLanguage: 'Langage de programmation',
    otherLanguage: 'English',
    asMarkdown: 'Cette page en Markdown',
    feed: 'Changements en fil Atom',
    description: 'Description OpenAPI',
    inEnglish: ' (en anglais)',
  },
};
