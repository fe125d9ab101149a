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
  failed: {
    en: 'The preview could not answer; the terminal says why',
    fr: 'L’aperçu n’a pas pu répondre ; le terminal dit pourquoi',
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
  nothingYet: {
    en: 'There is nothing to show until the errors are mended: see Findings.',
    fr: 'Il n’y a rien à montrer avant que les erreurs soient corrigées : voir Constats.',
  },
  noMatch: { en: 'No product is all of this.', fr: 'Aucun produit ne réunit tout cela.' },
  noPicture: { en: 'No picture', fr: 'Pas d’image' },
  pictures: { en: 'Pictures', fr: 'Images' },
  openFile: { en: 'Open its file', fr: 'Ouvrir son fichier' },
  locale: { en: 'Locale', fr: 'Paramètres régionaux' },
  color: { en: 'Colour:', fr: 'Couleur :' },
  for: { en: 'For', fr: 'Pour' },
  inspiration: { en: 'Occasions', fr: 'Occasions' },
  materials: { en: 'Materials', fr: 'Matières' },
  keywords: { en: 'Keywords', fr: 'Mots-clés' },
  credits: { en: 'Design', fr: 'Conception' },
  minimum: { en: 'Minimum', fr: 'Minimum' },
  recommended: { en: 'Order split', fr: 'Répartition' },
  colorBlocks: { en: 'Colour blocks', fr: 'Blocs de couleurs' },
  painted: { en: 'Body in {body}, trim in {trim}', fr: 'Corps en {body}, garniture en {trim}' },
  part: { en: 'Part to paint', fr: 'Partie à peindre' },
  body: { en: 'Body', fr: 'Corps' },
  trim: { en: 'Trim', fr: 'Garniture' },
  side: { en: 'Side', fr: 'Côté' },
  front: { en: 'Front', fr: 'Devant' },
  back: { en: 'Back', fr: 'Dos' },
  wheelHelp: {
    en: 'Turn the wheel by dragging or with the arrow keys, or click a colour: what stands at the mark paints the part.',
    fr: 'Tournez la roue en la glissant ou avec les touches fléchées, ou cliquez une couleur : celle du repère peint la partie.',
  },
  prices: { en: 'Prices', fr: 'Prix' },
  priceByQuantity: { en: 'Price of a piece by quantity', fr: 'Prix à la pièce selon la quantité' },
  surcharges: { en: 'Surcharges by size', fr: 'Suppléments selon la taille' },
  base: { en: 'base', fr: 'base' },
  before: { en: 'was', fr: 'était à' },
  now: { en: 'now', fr: 'maintenant à' },
  chart: {
    en: 'Price of a piece against quantity, a line a list; the table has the figures',
    fr: 'Prix à la pièce selon la quantité, une ligne par liste ; les chiffres sont dans le tableau',
  },
  stock: { en: 'Stock', fr: 'Stock' },
  stockCaption: { en: 'Pieces by colour and size', fr: 'Pièces selon la couleur et la taille' },
  noStock: { en: 'No stock is kept of it.', fr: 'Aucun stock n’en est tenu.' },
  total: { en: 'Total', fr: 'Total' },
  sizes: { en: 'Sizes', fr: 'Tailles' },
  noSizeChart: { en: 'It has no size chart.', fr: 'Il n’a pas de tableau des tailles.' },
  decorations: { en: 'Decorations', fr: 'Marquage' },
  noDecorations: { en: 'It is not decorated.', fr: 'Il ne se marque pas.' },
  texts: { en: 'Texts', fr: 'Textes' },
  fellBack: { en: 'from another language', fr: 'd’une autre langue' },
  answers: { en: 'Answers of the API', fr: 'Réponses de l’API' },
  route: { en: 'Route', fr: 'Route' },
  tier: { en: 'Tier', fr: 'Échelon' },
  detail: { en: 'Detail', fr: 'Détail' },
  keyedDetail: { en: 'Detail with a key', fr: 'Détail avec clé' },
  pricing: { en: 'Pricing', fr: 'Prix' },
  listEntry: { en: 'Entry of the list', fr: 'Élément de la liste' },
  copy: { en: 'Copy', fr: 'Copier' },
  copied: { en: 'Copied', fr: 'Copié' },
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
