/** The words of the interface, both languages of each side by side. */
import type { Language } from '../../../contract/locales.ts';
import { language } from './settings.ts';

const words = {
  preview: { en: 'Preview', fr: 'Aperçu' },
  skip: { en: 'Skip to the page', fr: 'Aller à la page' },
  menu: { en: 'Pages', fr: 'Pages' },
  products: { en: 'Products', fr: 'Produits' },
  findings: { en: 'Findings', fr: 'Constats' },
  quality: { en: 'Quality', fr: 'Qualité' },
  averageScore: { en: 'on average', fr: 'en moyenne' },
  lowestScore: { en: 'at the lowest', fr: 'au plus bas' },
  completeProducts: { en: 'of {all} products lack nothing', fr: 'produits complets sur {all}' },
  outOf100: { en: '{score} of 100', fr: '{score} sur 100' },
  coverage: { en: 'Texts by locale', fr: 'Textes par langue et région' },
  locale: { en: 'Locale', fr: 'Langue et région' },
  ownWords: { en: 'In its own language', fr: 'Dans sa langue' },
  texts: { en: 'Texts', fr: 'Textes' },
  regionalTexts: { en: 'Regional', fr: 'Régionaux' },
  otherLanguageTexts: { en: 'In another language', fr: 'Dans une autre langue' },
  whatIsMissing: { en: 'What is missing', fr: 'Ce qui manque' },
  missingHint: {
    en: 'In points that it costs the average product. Choose one to see its products, and what to do.',
    fr: 'En points que cela coûte au produit moyen. Choisissez-en un pour voir ses produits et que faire.',
  },
  productOne: { en: 'product', fr: 'produit' },
  productMore: { en: 'products', fr: 'produits' },
  nothingMissing: { en: 'Nothing is missing anywhere.', fr: 'Il ne manque rien nulle part.' },
  nothingScored: {
    en: 'Products are scored once the content has no error.',
    fr: 'Les produits sont notés dès que le contenu est sans erreur.',
  },
  sortBy: { en: 'Sort by', fr: 'Trier par' },
  sortLowest: { en: 'Lowest score', fr: 'Note la plus basse' },
  sortHighest: { en: 'Highest score', fr: 'Note la plus haute' },
  sortName: { en: 'Name', fr: 'Nom' },
  sortSku: { en: 'SKU', fr: 'Code' },
  openFile: { en: 'Open the file', fr: 'Ouvrir le fichier' },
  // French puts a space before it.
  colon: { en: ':', fr: ' :' },
  andMore: { en: 'and {count} more', fr: 'et {count} de plus' },
  showMore: { en: 'Show {count} more', fr: 'En montrer {count} de plus' },
  complete: { en: 'Nothing is missing.', fr: 'Il ne manque rien.' },
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
