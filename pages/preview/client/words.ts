/** The words of the interface, both languages of each side by side. */
import type { Language } from '../../../contract/locales.ts';
import { language } from './settings.ts';

const words = {
  preview: { en: 'Preview', fr: 'Aperçu' },
  skip: { en: 'Skip to the page', fr: 'Aller à la page' },
  menu: { en: 'Pages', fr: 'Pages' },
  products: { en: 'Products', fr: 'Produits' },
  findings: { en: 'Findings', fr: 'Constats' },
  loading: { en: 'Loading…', fr: 'Chargement…' },
  noPage: { en: 'There is no such page', fr: 'Cette page n’existe pas' },
  noProduct: {
    en: 'No product of this SKU could be shown',
    fr: 'Aucun produit de ce code ne peut être affiché',
  },
  toWall: { en: 'All products', fr: 'Tous les produits' },
  themeAuto: { en: 'System colours', fr: 'Couleurs du système' },
  themeLight: { en: 'Light', fr: 'Clair' },
  themeDark: { en: 'Dark', fr: 'Sombre' },
  otherLanguage: { en: 'Français', fr: 'English' },
  upToDate: { en: 'As saved', fr: 'Tel qu’enregistré' },
  lastGood: { en: 'Last version without errors', fr: 'Dernière version sans erreur' },
  disconnected: {
    en: 'npm run dev does not answer',
    fr: 'npm run dev ne répond pas',
  },
  error: { en: 'error', fr: 'erreur' },
  errors: { en: 'errors', fr: 'erreurs' },
  warning: { en: 'warning', fr: 'avertissement' },
  warnings: { en: 'warnings', fr: 'avertissements' },
  nothingFound: {
    en: 'The compiler finds nothing amiss.',
    fr: 'Le compilateur ne trouve rien à redire.',
  },
  didYouMean: { en: 'Did you mean “{suggestion}”?', fr: 'Vouliez-vous dire « {suggestion} » ?' },
  search: { en: 'Name or SKU', fr: 'Nom ou code' },
  filters: { en: 'Filters', fr: 'Filtres' },
  clear: { en: 'Clear', fr: 'Effacer' },
  brand: { en: 'Brand', fr: 'Marque' },
  category: { en: 'Category', fr: 'Catégorie' },
  tag: { en: 'Tag', fr: 'Étiquette' },
  kind: { en: 'Kind', fr: 'Genre' },
  market: { en: 'Market', fr: 'Marché' },
  content: { en: 'Content', fr: 'Contenu' },
  hasFindings: { en: 'Has findings', fr: 'Avec constats' },
  standard: { en: 'Standard', fr: 'Courant' },
  'color-block': { en: 'Color-block', fr: 'Blocs de couleurs' },
  'made-to-order': { en: 'Made to order', fr: 'Sur commande' },
  CA: { en: 'Canada', fr: 'Canada' },
  US: { en: 'United States', fr: 'États-Unis' },
  from: { en: 'from {price}', fr: 'dès {price}' },
  ofAll: { en: '{count} of {all} products', fr: '{count} produits sur {all}' },
  noMatch: { en: 'No product is all of this.', fr: 'Aucun produit ne réunit tout cela.' },
  noPicture: { en: 'No picture', fr: 'Pas d’image' },
  moreColors: { en: '{count} more', fr: '{count} de plus' },
  colors: { en: '{count} colours', fr: '{count} couleurs' },
} as const satisfies Record<string, Record<Language, string>>;

export type Word = keyof typeof words;

/** The word in the language of the interface, its `{placeholders}` filled in. */
export function say(word: Word, values: Readonly<Record<string, string | number>> = {}): string {
  const text: string = words[word][language.value];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A number with its noun: French has one until two, English one alone (Unicode plural rules). */
export function count(amount: number, one: Word, more: Word): string {
  const category = new Intl.PluralRules(language.value).select(amount);
  return `${amount.toLocaleString(language.value)} ${say(category === 'one' ? one : more)}`;
}
