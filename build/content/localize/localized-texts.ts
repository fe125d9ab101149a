/** Yields all localized texts of the content, with their paths and the locales that show them. */
import { type Locale, languages, localeFacts, locales } from '../../../contract/locales.ts';
import type { PartialShared } from '../content.ts';
import type { JsonPath } from '../findings/finding.ts';
import type { PartialProduct } from '../partial-content.ts';
import { sharedTables } from '../schemas/references.ts';
import type { CountedText, LocalizedList } from '../schemas/text.ts';

/**
 * The content whose localized texts are listed: shared files and products. Parts that could not be read may be missing.
 */
export interface TextSource extends PartialShared {
  readonly products: readonly Pick<PartialProduct, 'file' | 'product'>[];
}

/** A localized text, or list of texts, with its path in the JSON file. */
export interface LocalizedMember {
  readonly path: JsonPath;
  readonly text: CountedText | LocalizedList;
}

/**
 * Texts of one content file that are shown in the same locales. Used to count translations and to report missing ones.
 * A file may have several such groups: in `locations.json`, each location has its own markets.
 */
export interface FileTexts {
  /** Path of the file within the content folder. */
  readonly file: string;
  /** The locales that show the texts, each in its own language or in the fallback language. */
  readonly shown: readonly Locale[];
  readonly texts: readonly LocalizedMember[];
}

/**
 * Yields the texts of the shared files, then those of each product. Shared texts are shown in each locale in whose
 * market at least one product is sold. The name of a stock location is shown only in the markets that it serves.
 */
export function* localizedTexts(source: TextSource): Generator<FileTexts> {
  const shown = localesOf(source.products.map(({ product }) => product));
  yield* sharedTexts(source, shown);
  for (const each of source.products) yield productTexts(each);
}

/**
 * Returns the locales that show at least one of the products: those whose market is among the `markets` of a product.
 * They are in the order of `locales` in the contract.
 */
export function localesOf(
  products: Iterable<Pick<PartialProduct['product'], 'markets'>>,
): readonly Locale[] {
  const markets = new Set(Array.from(products, (product) => product.markets ?? []).flat());
  return locales.filter((locale) => markets.has(localeFacts[locale].market));
}

/**
 * Yields the texts of each shared file, then those of each stock location. `shown` are the locales in which any product
 * is sold: they show all shared texts, but the name of a location only if it serves their market.
 */
export function* sharedTexts(
  source: Omit<TextSource, 'products'>,
  shown: readonly Locale[],
): Generator<FileTexts> {
  for (const [file, json] of sharedFiles(source)) {
    yield { file, shown, texts: textsIn(json) };
  }
  // A location is shown only in the markets to which it ships.
  for (const [id, location] of Object.entries(source.locations)) {
    const served = shown.filter((locale) => location.markets.includes(localeFacts[locale].market));
    const texts = textsIn({ locations: { [id]: location } });
    yield { file: sharedTables.locations.file, shown: served, texts };
  }
}

/**
 * Returns the texts of one product file, and the locales that show them: those of the product's markets. Omits the
 * texts in `customization.options`, which are not localized.
 */
export function productTexts({
  file,
  product,
}: Pick<PartialProduct, 'file' | 'product'>): FileTexts {
  // The API shows options unchanged, without localization.
  const { options: _options, ...customization } = product.customization ?? {};
  return { file, shown: localesOf([product]), texts: textsIn({ ...product, customization }) };
}

function sharedFiles(source: Omit<TextSource, 'products'>): [file: string, json: object][] {
  const { fallbackLanguage: _languages, ...catalogue } = source.catalogue;
  return [
    ['catalogue.json', catalogue],
    ['brands.json', { brands: source.brands }],
    ['categories.json', { categories: source.categories }],
    ['tags.json', { tags: source.tags }],
    ['colors.json', { families: source.families, colors: source.colors }],
    ['facets.json', source.facets],
    ['decorations.json', { decorations: source.decorations }],
    ['size-charts.json', { measures: source.measures, charts: source.sizeCharts }],
  ];
}

function textsIn(json: object): LocalizedMember[] {
  const texts: LocalizedMember[] = [];
  visit(json, [], texts);
  return texts;
}

function visit(json: object, path: JsonPath, texts: LocalizedMember[]): void {
  if (Array.isArray(json)) {
    for (const [index, value] of json.entries()) {
      if (isObject(value)) visit(value, [...path, index], texts);
    }
  } else if (isLocalized(json)) texts.push({ path, text: json });
  else {
    for (const [name, value] of Object.entries(json)) {
      if (isObject(value)) visit(value, [...path, name], texts);
    }
  }
}

const textKeys: ReadonlySet<string> = new Set([...languages, ...locales]);

/**
 * Returns true if a value is a localized text or list: it has members, each key is a language or locale, and each value
 * a text, a list of texts or plural forms. Checks the values because keys can also be ids: a brand may have the id `fr`,
 * and a row of a size chart, which is a list of numbers, the size `fr`.
 */
function isLocalized(json: object): json is CountedText | LocalizedList {
  let isEmpty = true;
  for (const name in json) {
    if (!textKeys.has(name)) return false;
    const value: unknown = json[name as keyof typeof json];
    if (typeof value !== 'string' && !isTextList(value) && !isPlural(value)) return false;
    isEmpty = false;
  }
  return !isEmpty;
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Returns true if a value consists of plural forms of a text, such as `{"one": "piece", "other": "pieces"}`. */
function isPlural(value: unknown): boolean {
  const names = isObject(value) ? Object.keys(value) : [];
  return names.length > 0 && names.every((name) => name === 'one' || name === 'other');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
