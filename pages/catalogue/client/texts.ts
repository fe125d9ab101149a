/** The texts of the interface in English and French. Texts about products come from the API. */
import { type Language, type Locale, localeFacts } from '../../../contract/locales.ts';
import type { productKinds } from '../../../contract/schemas/product.ts';
import { currentLocale } from './address.ts';

const en = {
  site: 'Catalogue',
  skip: 'Skip to content',
  locale: 'Market and language',
  search: 'Search products',
  searchHint: 'Name, SKU, fabric, colour…',
  filters: 'Filters',
  category: 'Category',
  brand: 'Brand',
  tag: 'Label',
  family: 'Colour',
  fabric: 'Fabric',
  kind: 'Kind',
  clear: 'Remove all filters',
  remove: 'Remove the filter {name}',
  order: 'Sort by',
  listed: 'Recommended',
  name: 'Name',
  price: 'Lowest price',
  priceDown: 'Highest price',
  minimum: 'Minimum order',
  productOne: '{count} product',
  productMore: '{count} products',
  found: '{count} of {all} products',
  none: 'No product matches. Remove a filter or change the search.',
  empty: 'The catalogue has no products in this market.',
  pages: 'Pages',
  page: 'Products {from}–{to} of {all}',
  previous: 'Previous',
  next: 'Next',
  from: 'from {price}',
  was: 'regular price',
  now: 'now',
  colorsOne: '{count} colour',
  colorsMore: '{count} colours',
  noPicture: 'No picture',
  loading: 'Loading…',
  failed: 'The catalogue could not be read.',
  failedNetwork: 'The server cannot be reached.',
  again: 'Try again',
  notFound: 'There is no such page.',
  noProduct: 'No product {sku} in this market.',
  inOther: 'Look in {locale}',
  back: 'All products',
  pictures: 'Pictures',
  color: 'Colour',
  pantone: 'Pantone',
  composition: 'Fabric',
  minimumOrder: 'Minimum order',
  sizes: 'Sizes',
  madeFor: 'For',
  occasions: 'Occasions',
  sku: 'SKU',
  availableFrom: 'Available since',
  availableUntil: 'Available until',
  replacedBy: 'Replaced by',
  website: 'On our website',
  studio: 'Design studio',
  open: 'Open',
  wheel: 'Colour blocks',
  wheelHelp: 'Choose a part, then its colour on the wheel.',
  body: 'Main colour',
  trim: 'Second colour',
  stocked: 'This combination is “{name}”.',
  notStocked: 'This combination is none of the listed colours.',
  front: 'Front',
  backView: 'Back',
  painted: '{product} in {body} and {trim}',
  prices: 'Prices',
  priceCaption: 'Price of one piece by quantity, in {currency}',
  quantity: 'Quantity',
  msrp: 'Price',
  surcharge: 'Surcharge for {size}',
  until: 'until {date}',
  upcoming: 'Prices from {date}',
  chart: 'Price of one piece by quantity; the table has the same figures',
  stock: 'Stock',
  stockCaption: 'Pieces in stock by colour and size',
  total: 'Total',
  noStock: 'Made to order: no stock is kept.',
  asOf: 'Counted {date}.',
  incoming: '+{quantity} on {date}',
  sizeChart: 'Size chart',
  size: 'Size',
  recommended: 'Share of an order',
  measured: 'Where the measures are taken',
  chartPage: 'Size chart on its own page',
  decorations: 'Decoration',
  noDecorations: 'This product is not decorated.',
  data: 'Data',
  dataProduct: 'This product as JSON',
  dataList: 'All products as JSON',
  docs: 'API documentation',
  standard: 'Standard',
  'color-block': 'Colour-block',
  'made-to-order': 'Made to order',
  'made-to-order-color-block': 'Made to order, colour-block',
};

/** The name of a text. */
export type TextId = keyof typeof en;
type Texts = Readonly<Record<TextId, string>>;

const fr: Texts = {
  site: 'Catalogue',
  skip: 'Aller au contenu',
  locale: 'Marché et langue',
  search: 'Rechercher un produit',
  searchHint: 'Nom, UGS, tissu, couleur…',
  filters: 'Filtres',
  category: 'Catégorie',
  brand: 'Marque',
  tag: 'Mention',
  family: 'Couleur',
  fabric: 'Tissu',
  kind: 'Type',
  clear: 'Retirer tous les filtres',
  remove: 'Retirer le filtre {name}',
  order: 'Trier par',
  listed: 'Recommandés',
  name: 'Nom',
  price: 'Prix croissant',
  priceDown: 'Prix décroissant',
  minimum: 'Commande minimale',
  productOne: '{count} produit',
  productMore: '{count} produits',
  found: '{count} produits sur {all}',
  none: 'Aucun produit ne correspond. Retirez un filtre ou modifiez la recherche.',
  empty: 'Le catalogue n’a aucun produit dans ce marché.',
  pages: 'Pages',
  page: 'Produits {from} à {to} sur {all}',
  previous: 'Précédents',
  next: 'Suivants',
  from: 'à partir de {price}',
  was: 'prix courant',
  now: 'maintenant',
  colorsOne: '{count} couleur',
  colorsMore: '{count} couleurs',
  noPicture: 'Aucune image',
  loading: 'Chargement…',
  failed: 'Le catalogue n’a pas pu être lu.',
  failedNetwork: 'Le serveur est injoignable.',
  again: 'Réessayer',
  notFound: 'Cette page n’existe pas.',
  noProduct: 'Aucun produit {sku} dans ce marché.',
  inOther: 'Voir dans {locale}',
  back: 'Tous les produits',
  pictures: 'Images',
  color: 'Couleur',
  pantone: 'Pantone',
  composition: 'Tissu',
  minimumOrder: 'Commande minimale',
  sizes: 'Tailles',
  madeFor: 'Pour',
  occasions: 'Occasions',
  sku: 'UGS',
  availableFrom: 'Offert depuis le',
  availableUntil: 'Offert jusqu’au',
  replacedBy: 'Remplacé par',
  website: 'Sur notre site',
  studio: 'Studio de conception',
  open: 'Ouvrir',
  wheel: 'Blocs de couleurs',
  wheelHelp: 'Choisissez une partie, puis sa couleur sur la roue.',
  body: 'Couleur principale',
  trim: 'Seconde couleur',
  stocked: 'Cet agencement est « {name} ».',
  notStocked: 'Cet agencement ne fait pas partie des couleurs offertes.',
  front: 'Devant',
  backView: 'Dos',
  painted: '{product} en {body} et {trim}',
  prices: 'Prix',
  priceCaption: 'Prix d’une pièce selon la quantité, en {currency}',
  quantity: 'Quantité',
  msrp: 'Prix',
  surcharge: 'Supplément pour {size}',
  until: 'jusqu’au {date}',
  upcoming: 'Prix à compter du {date}',
  chart: 'Prix d’une pièce selon la quantité; le tableau donne les mêmes montants',
  stock: 'Stock',
  stockCaption: 'Pièces en stock par couleur et taille',
  total: 'Total',
  noStock: 'Fait sur commande : aucun stock.',
  asOf: 'Dénombré le {date}.',
  incoming: '+{quantity} le {date}',
  sizeChart: 'Tableau des tailles',
  size: 'Taille',
  recommended: 'Part d’une commande',
  measured: 'Où les mesures sont prises',
  chartPage: 'Page du tableau des tailles',
  decorations: 'Marquage',
  noDecorations: 'Ce produit ne se marque pas.',
  data: 'Données',
  dataProduct: 'Ce produit en JSON',
  dataList: 'Tous les produits en JSON',
  docs: 'Documentation de l’API',
  standard: 'Standard',
  'color-block': 'À blocs de couleurs',
  'made-to-order': 'Sur commande',
  'made-to-order-color-block': 'Sur commande, à blocs de couleurs',
};

const texts: Readonly<Record<Language, Texts>> = { en, fr };

/** The names of the locales, each in its own language. */
export const localeNames: Readonly<Record<Locale, string>> = {
  'en-CA': 'Canada – English (CAD)',
  'en-US': 'United States – English (USD)',
  'fr-CA': 'Canada – français (CAD)',
};

/** Returns the language of the interface: that of the locale. */
export function language(): Language {
  return localeFacts[currentLocale()].language;
}

/** Returns a text in the language of the page, with `{name}` replaced by the value of that name. */
export function text(id: TextId, values: Readonly<Record<string, string | number>> = {}): string {
  return fill(texts[language()][id], values);
}

/** Returns the name of a product kind; a kind that the API adds later has its id as its name. */
export function kindName(kind: string): string {
  const known: readonly string[] = kinds;
  return known.includes(kind) ? text(kind as (typeof kinds)[number]) : kind;
}

const kinds: typeof productKinds = [
  'standard',
  'color-block',
  'made-to-order',
  'made-to-order-color-block',
];

/** Replaces `{name}` by the value of that name. US English spells colour without u. */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  const spelled =
    currentLocale() === 'en-US' ? template.replace(/([Cc])olour/g, '$1olor') : template;
  return spelled.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Returns a text with a count: `one` for 1 (in French also for 0), otherwise `more`. */
export function countText(count: number, one: TextId, more: TextId): string {
  const isOne = new Intl.PluralRules(currentLocale()).select(count) === 'one';
  return text(isOne ? one : more, { count: number(count) });
}

/** Formats a number for the locale of the page. */
export function number(value: number): string {
  return new Intl.NumberFormat(currentLocale()).format(value);
}

/** Formats a percentage, such as 12.5. */
export function percent(value: number): string {
  const options = { style: 'percent', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(currentLocale(), options).format(value / 100);
}

/** Formats an amount; dollars of the United States and Canada are told apart by the market that the page names. */
export function money(amount: number, currency: string): string {
  const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  return new Intl.NumberFormat(currentLocale(), options).format(amount);
}

/** Formats a day such as `2027-01-18`, or a moment, in the time zone in which it is written. */
export function day(iso: string): string {
  const options = { dateStyle: 'medium', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(currentLocale(), options).format(new Date(iso.slice(0, 10)));
}
