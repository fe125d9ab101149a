/** The labels of the frame around every documentation page, by language. */
import { apiName } from '../../contract/openapi/document.ts';
import type { PageLanguage } from './addresses.ts';

const english = {
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
};

const french: typeof english = {
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
};

/**
 * The labels of navigation, search, footer and code samples in each language. `notCopied` is shown if the browser refuses
 * to copy; `saveAs` and `run` stand above a sample (`Save as FILE and run COMMAND`), and `prints` above its output.
 */
export const frameLabels: Readonly<Record<PageLanguage, typeof english>> = {
  en: english,
  fr: french,
};
