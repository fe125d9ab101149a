/** Yields all localized texts of the content, with their paths and the locales that show them. */
import { type Locale, languages, localeFacts, locales } from '../../../contract/locales.ts';
import type { JsonPath } from '../findings/finding.ts';
import type { PartialProduct, PartialShared } from '../partial-content.ts';
import { idSources } from '../schemas/references.ts';
import type { CountedText, LocalizedList } from '../schemas/text.ts';

type Products = Iterable<Pick<PartialProduct['product'], 'markets'>>;

/** A localized text, or list of texts, with its path in the JSON file. */
export interface LocalizedMember {
  readonly path: JsonPath;
  readonly text: CountedText | LocalizedList;
}

/** Texts of one content file that the same locales show, in their own or in the fallback language. */
export interface FileTexts {
  /** Path of the file within the content folder. */
  readonly file: string;
  readonly shown: readonly Locale[];
  readonly texts: readonly LocalizedMember[];
}

/**
 * Yields the texts of each shared file. They are shown in each locale in whose market one of the products is sold; the
 * name of a stock location, only if the location also serves the market.
 */
export function* sharedTexts(source: PartialShared, products: Products): Generator<FileTexts> {
  const shown = localesOf(products);
  const { fallbackLanguage: _languages, ...catalogue } = source.catalogue;
  const files = {
    'catalogue.json': catalogue,
    'brands.json': { brands: source.brands },
    'categories.json': { categories: source.categories },
    'tags.json': { tags: source.tags },
    'colors.json': { families: source.families, colors: source.colors },
    'facets.json': source.facets,
    'decorations.json': { decorations: source.decorations },
    'size-charts.json': { measures: source.measures, charts: source.sizeCharts },
  };
  for (const [file, json] of Object.entries(files)) yield { file, shown, texts: textsIn(json) };
  for (const [id, location] of Object.entries(source.locations)) {
    const served = shown.filter((locale) => location.markets.includes(localeFacts[locale].market));
    const texts = textsIn({ locations: { [id]: location } });
    yield { file: idSources.locations.file, shown: served, texts };
  }
}

/** Returns the texts of a product file, which the locales of its markets show. */
export function productTexts({
  file,
  product,
}: Pick<PartialProduct, 'file' | 'product'>): FileTexts {
  // The API shows options unchanged, without localization.
  const { options: _options, ...customization } = product.customization ?? {};
  return { file, shown: localesOf([product]), texts: textsIn({ ...product, customization }) };
}

function localesOf(products: Products): readonly Locale[] {
  const markets = new Set(Array.from(products, (product) => product.markets ?? []).flat());
  return locales.filter((locale) => markets.has(localeFacts[locale].market));
}

function textsIn(json: object, path: JsonPath = [], texts: LocalizedMember[] = []) {
  const isList = Array.isArray(json);
  if (!isList && isLocalized(json)) texts.push({ path, text: json });
  else {
    for (const [name, value] of Object.entries(json)) {
      if (isObject(value)) textsIn(value, [...path, isList ? Number(name) : name], texts);
    }
  }
  return texts;
}

const textKeys: ReadonlySet<string> = new Set([...languages, ...locales]);

/**
 * Returns true if a value is a localized text or list. Checks its values too, because keys can also be ids: a brand may
 * have the id `fr`, and a row of a size chart, which is a list of numbers, the size `fr`.
 */
function isLocalized(json: object): json is CountedText | LocalizedList {
  let isEmpty = true;
  // In a loop: this runs for every object of the catalogue.
  for (const name in json) {
    if (!textKeys.has(name) || !isTextValue(json[name as keyof typeof json])) return false;
    isEmpty = false;
  }
  return !isEmpty;
}

function isTextValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string');
  return typeof value === 'string' || (isObject(value) && ('one' in value || 'other' in value));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
