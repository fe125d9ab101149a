/** The texts of the interface in English and Canadian French. « UGS » is a SKU, « niveau de prix » a tier. */
import type { Language } from '../../../contract/locales.ts';
import type { FindingCounts } from '../responses.ts';
import { interfaceLocale, language } from './settings.ts';

const texts = {
  preview: { en: 'Preview', fr: 'Aperçu' },
  skip: { en: 'Skip to the content', fr: 'Aller au contenu' },
  menu: { en: 'Pages', fr: 'Pages' },
  products: { en: 'Products', fr: 'Produits' },
  findings: { en: 'Findings', fr: 'Constats' },
  quality: { en: 'Quality', fr: 'Qualité' },
  averageScore: { en: 'on average', fr: 'en moyenne' },
  lowestScore: { en: 'lowest score', fr: 'note la plus basse' },
  completeOne: { en: 'of {all} products is complete', fr: 'produit complet sur {all}' },
  completeMore: { en: 'of {all} products are complete', fr: 'produits complets sur {all}' },
  outOf100: { en: '{score} out of 100', fr: '{score} sur 100' },
  coverage: { en: 'Texts by locale', fr: 'Textes par langue et région' },
  ownLanguage: { en: 'In the language of the locale', fr: 'Dans la langue prévue' },
  regionalTexts: { en: 'Specific to the region', fr: 'Propres à la région' },
  otherLanguageTexts: { en: 'In another language', fr: 'Dans une autre langue' },
  whatIsMissing: { en: 'What is missing', fr: 'Ce qui manque' },
  missingHint: {
    en: 'The points show what each gap costs an average product. Choose a line to see the products and what to do.',
    fr: 'Les points indiquent ce que chaque lacune coûte à un produit moyen. Choisissez une ligne pour voir les produits et ce qu’il faut faire.',
  },
  productOne: { en: 'product', fr: 'produit' },
  productMore: { en: 'products', fr: 'produits' },
  nothingMissing: { en: 'No product lacks anything.', fr: 'Il ne manque rien à aucun produit.' },
  notScored: {
    en: 'Products are scored once they have no error and are no draft.',
    fr: 'Les produits sont notés dès qu’ils sont sans erreur et ne sont plus des brouillons.',
  },
  sortBy: { en: 'Sort by', fr: 'Trier par' },
  sortLowest: { en: 'Lowest score', fr: 'Note la plus basse' },
  sortHighest: { en: 'Highest score', fr: 'Note la plus haute' },
  sortName: { en: 'Name', fr: 'Nom' },
  sortSku: { en: 'SKU', fr: 'UGS' },
  // French has a no-break space before a colon.
  colon: { en: ':', fr: '\u00a0:' },
  andMore: { en: 'and {count} more', fr: 'et {count} de plus' },
  showMore: { en: 'Show {count} more', fr: 'En afficher {count} de plus' },
  complete: { en: 'Nothing is missing.', fr: 'Il ne manque rien.' },
  releases: { en: 'Releases', fr: 'Versions' },
  compareReleases: { en: 'Compare two releases', fr: 'Comparer deux versions' },
  releaseBefore: { en: 'Before', fr: 'Avant' },
  releaseAfter: { en: 'After', fr: 'Après' },
  swap: { en: 'Swap', fr: 'Inverser' },
  currentRelease: { en: 'current', fr: 'actuelle' },
  oneRelease: {
    en: 'There is one release so far. The next save that changes something makes another; npm run dev keeps the last three.',
    fr: 'Il n’y a qu’une version pour l’instant. Le prochain enregistrement qui change quelque chose en fera une autre; npm run dev garde les trois dernières.',
  },
  releaseGone: {
    en: 'One of the two releases was removed. Choose another one.',
    fr: 'L’une des deux versions a été supprimée. Choisissez-en une autre.',
  },
  sameRelease: { en: 'These are the same release.', fr: 'C’est la même version.' },
  noChange: { en: 'No product changed.', fr: 'Aucun produit n’a changé.' },
  changedOne: { en: 'product changed', fr: 'produit modifié' },
  changedMore: { en: 'products changed', fr: 'produits modifiés' },
  productCounts: {
    en: '{before} products before, {after} after',
    fr: '{before} produits avant, {after} après',
  },
  pieceOne: { en: 'piece in stock', fr: 'pièce en stock' },
  pieceMore: { en: 'pieces in stock', fr: 'pièces en stock' },
  sameStock: { en: 'Stock unchanged', fr: 'Stock inchangé' },
  firstOf: {
    en: 'The first {count} are shown; npm run diff lists all.',
    fr: 'Les {count} premiers sont affichés; npm run diff les liste tous.',
  },
  added: { en: 'New', fr: 'Nouveau' },
  removed: { en: 'Removed', fr: 'Retiré' },
  soldNow: { en: 'Now shown in {locale}', fr: 'Maintenant affiché en {locale}' },
  soldNoMore: { en: 'No longer shown in {locale}', fr: 'N’est plus affiché en {locale}' },
  regularPrices: { en: 'Price before the markdown', fr: 'Prix avant la démarque' },
  lastDays: { en: 'Last day of the price', fr: 'Dernier jour du prix' },
  variantOne: { en: 'colour and size changed', fr: 'couleur et taille modifiée' },
  variantMore: { en: 'colours and sizes changed', fr: 'couleurs et tailles modifiées' },
  otherFields: { en: 'Other fields', fr: 'Autres champs' },
  derivedOne: { en: 'text derived from these', fr: 'texte qui en découle' },
  derivedMore: { en: 'texts derived from these', fr: 'textes qui en découlent' },
  changedPictures: { en: 'Pictures', fr: 'Images' },
  none: { en: 'none', fr: 'aucun' },
  otherDifferences: { en: 'Other differences', fr: 'Autres différences' },
  listBytes: {
    en: 'Size of the product lists, in bytes',
    fr: 'Taille des listes de produits, en octets',
  },
  otherFiles: { en: 'Other files that differ', fr: 'Autres fichiers qui diffèrent' },
  releaseFacts: { en: 'Release settings', fr: 'Réglages de la version' },
  loading: { en: 'Loading…', fr: 'Chargement…' },
  noPage: { en: 'There is no such page', fr: 'Cette page n’existe pas' },
  noProduct: { en: 'There is no product with this SKU', fr: 'Aucun produit n’a cette UGS' },
  noProductYet: {
    en: 'No product with this SKU can be shown until the errors are fixed',
    fr: 'Aucun produit ayant cette UGS ne peut être affiché tant que les erreurs ne sont pas corrigées',
  },
  allProducts: { en: 'All products', fr: 'Tous les produits' },
  themeAuto: { en: 'System colours', fr: 'Couleurs du système' },
  themeLight: { en: 'Light', fr: 'Clair' },
  themeDark: { en: 'Dark', fr: 'Sombre' },
  otherLanguage: { en: 'Français', fr: 'English' },
  upToDate: { en: 'Up to date', fr: 'À jour' },
  lastWithoutErrors: { en: 'Last version without errors', fr: 'Dernière version sans erreur' },
  productsWithoutErrors: {
    en: 'Without the products that have errors',
    fr: 'Sans les produits qui ont des erreurs',
  },
  nothing: { en: 'Nothing can be shown', fr: 'Rien ne peut être affiché' },
  unreadable: {
    en: 'The content folder cannot be read; the terminal says why',
    fr: 'Le dossier du contenu ne peut pas être lu; le terminal dit pourquoi',
  },
  disconnected: {
    en: 'npm run dev does not answer',
    fr: 'npm run dev ne répond pas',
  },
  failed: {
    en: 'The preview failed to answer; the terminal says why',
    fr: 'L’aperçu n’a pas pu répondre; le terminal dit pourquoi',
  },
  error: { en: 'error', fr: 'erreur' },
  errors: { en: 'errors', fr: 'erreurs' },
  warning: { en: 'warning', fr: 'avertissement' },
  warnings: { en: 'warnings', fr: 'avertissements' },
  nothingFound: {
    en: 'The compiler reports no findings.',
    fr: 'Le compilateur n’a fait aucun constat.',
  },
  rule: { en: 'Rule', fr: 'Règle' },
  remedy: { en: 'What to do', fr: 'Que faire' },
  field: { en: 'Where', fr: 'Où' },
  column: { en: 'column {name}', fr: 'colonne {name}' },
  row: { en: 'row {row}', fr: 'ligne {row}' },
  allowedValues: { en: 'Allowed values', fr: 'Valeurs permises' },
  compilerMessage: { en: 'Message', fr: 'Message (en anglais)' },
  didYouMean: {
    en: 'Did you mean “{suggestion}”?',
    fr: 'Vouliez-vous dire «\u00a0{suggestion}\u00a0»?',
  },
  search: { en: 'Name or SKU', fr: 'Nom ou UGS' },
  filters: { en: 'Filters', fr: 'Filtres' },
  clear: { en: 'Clear filters', fr: 'Effacer les filtres' },
  brand: { en: 'Brand', fr: 'Marque' },
  category: { en: 'Category', fr: 'Catégorie' },
  tag: { en: 'Tag', fr: 'Étiquette' },
  kind: { en: 'Type', fr: 'Type' },
  market: { en: 'Market', fr: 'Marché' },
  content: { en: 'Content', fr: 'Contenu' },
  hasFindings: { en: 'Has findings', fr: 'Avec constats' },
  standard: { en: 'Standard', fr: 'Courant' },
  'color-block': { en: 'Colour-block', fr: 'Blocs de couleurs' },
  'made-to-order': { en: 'Made to order', fr: 'Fabriqué sur commande' },
  CA: { en: 'Canada', fr: 'Canada' },
  US: { en: 'United States', fr: 'États-Unis' },
  from: { en: 'from {price}', fr: 'à partir de {price}' },
  ofAll: { en: '{count} of {all} products', fr: '{count} sur {all} produits' },
  nothingToShow: {
    en: 'There is nothing to show until the errors are fixed: see Findings.',
    fr: 'Il n’y a rien à afficher tant que les erreurs ne sont pas corrigées\u00a0: voir Constats.',
  },
  noMatch: {
    en: 'No product matches the search and the filters.',
    fr: 'Aucun produit ne correspond à la recherche et aux filtres.',
  },
  noPicture: { en: 'No picture', fr: 'Pas d’image' },
  pictures: { en: 'Pictures', fr: 'Images' },
  openFile: { en: 'Open the product file', fr: 'Ouvrir le fichier du produit' },
  locale: { en: 'Locale', fr: 'Langue et région' },
  color: { en: 'Colour:', fr: 'Couleur\u00a0:' },
  for: { en: 'For', fr: 'Pour' },
  inspiration: { en: 'Occasions', fr: 'Occasions' },
  materials: { en: 'Materials', fr: 'Matières' },
  keywords: { en: 'Keywords', fr: 'Mots-clés' },
  credits: { en: 'Design credits', fr: 'Crédits de conception' },
  minimum: { en: 'Minimum order', fr: 'Commande minimale' },
  recommended: { en: 'Recommended split by size', fr: 'Répartition recommandée par taille' },
  colorBlocks: { en: 'Colour blocks', fr: 'Blocs de couleurs' },
  painted: { en: 'Body in {body}, trim in {trim}', fr: 'Corps en {body}, garniture en {trim}' },
  part: { en: 'Part to colour', fr: 'Partie à colorer' },
  body: { en: 'Body', fr: 'Corps' },
  trim: { en: 'Trim', fr: 'Garniture' },
  side: { en: 'Side', fr: 'Côté' },
  front: { en: 'Front', fr: 'Devant' },
  back: { en: 'Back', fr: 'Dos' },
  wheelHelp: {
    en: 'Drag the wheel, use the arrow keys or click a colour: the colour at the mark is applied to the chosen part.',
    fr: 'Faites glisser la roue, utilisez les touches fléchées ou choisissez une couleur\u00a0: la couleur placée au repère est appliquée à la partie choisie.',
  },
  prices: { en: 'Prices', fr: 'Prix' },
  priceByQuantity: { en: 'Price of a piece by quantity', fr: 'Prix à la pièce selon la quantité' },
  surcharges: { en: 'Surcharges by size', fr: 'Suppléments selon la taille' },
  msrp: { en: 'MSRP', fr: 'PDSF' },
  base: { en: 'base', fr: 'base' },
  before: { en: 'was', fr: 'était à' },
  now: { en: 'now', fr: 'maintenant à' },
  chart: {
    en: 'Price of a piece by quantity, one line for each price list; the table has the figures',
    fr: 'Prix à la pièce selon la quantité, une courbe par liste de prix; les chiffres sont dans le tableau',
  },
  stock: { en: 'Stock', fr: 'Stock' },
  stockCaption: { en: 'Pieces by colour and size', fr: 'Pièces selon la couleur et la taille' },
  noStock: {
    en: 'The API shows no stock of this product in this locale.',
    fr: 'L’API ne montre aucun stock de ce produit pour cette langue et cette région.',
  },
  total: { en: 'Total', fr: 'Total' },
  sizes: { en: 'Sizes', fr: 'Tailles' },
  noSizeChart: {
    en: 'This product has no size chart.',
    fr: 'Ce produit n’a pas de tableau des tailles.',
  },
  decorations: { en: 'Decorations', fr: 'Marquages' },
  noDecorations: {
    en: 'This product cannot be decorated.',
    fr: 'Ce produit ne se prête à aucun marquage.',
  },
  texts: { en: 'Texts', fr: 'Textes' },
  fellBack: { en: 'from another language or region', fr: 'd’une autre langue ou région' },
  apiResponses: { en: 'API responses', fr: 'Réponses de l’API' },
  route: { en: 'Route', fr: 'Route' },
  tier: { en: 'Tier', fr: 'Niveau de prix' },
  detail: { en: 'Detail', fr: 'Fiche' },
  keyedDetail: { en: 'Detail with a key', fr: 'Fiche avec clé' },
  pricing: { en: 'Pricing', fr: 'Prix' },
  listEntry: { en: 'List entry', fr: 'Élément de la liste' },
  copy: { en: 'Copy', fr: 'Copier' },
  copied: { en: 'Copied', fr: 'Copié' },
  notCopied: { en: 'Copy failed', fr: 'Échec de la copie' },
  colorOne: { en: 'colour', fr: 'couleur' },
  colorMore: { en: 'colours', fr: 'couleurs' },
} as const satisfies Record<string, Record<Language, string>>;

/** The id of a text of the interface. */
export type TextId = keyof typeof texts;

/**
 * Returns a text in the language of the interface, with each `{name}` in it replaced by the value of this name in
 * `values`. A placeholder without a value stays.
 */
export function translate(
  id: TextId,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const text: string = texts[id][language.value];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/**
 * Returns a number followed by a noun: the text with the id `one` (singular) or `more` (plural), by the plural
 * rules of the interface language. `formatCount(2, 'error', 'errors')` → `2 errors`.
 */
export function formatCount(amount: number, one: TextId, more: TextId): string {
  return `${amount.toLocaleString(interfaceLocale.value)} ${pluralize(amount, one, more)}`;
}

/** Returns the numbers of errors and of warnings: `1 error, 12 warnings`. */
export function formatFindingCounts({ errors, warnings }: FindingCounts): string {
  return `${formatCount(errors, 'error', 'errors')}, ${formatCount(warnings, 'warning', 'warnings')}`;
}

/**
 * Returns the singular text `one` or the plural text `more`, as `amount` requires, with its `{placeholders}` replaced
 * by `values`.
 */
export function pluralize(
  amount: number,
  one: TextId,
  more: TextId,
  values?: Readonly<Record<string, string | number>>,
): string {
  const category = new Intl.PluralRules(language.value).select(amount);
  return translate(category === 'one' ? one : more, values);
}
