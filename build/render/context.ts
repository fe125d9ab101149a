/** The input of renderers: the shared content in one locale, and the table rows of one product. */
import { type Locale, localeFacts, locales } from '../../contract/locales.ts';
import type { ProductRows, SharedContent } from '../content/content.ts';
import {
  createLocalizer,
  type Fallbacks,
  type Localizer,
  MissingDataError,
} from '../content/localize/localizer.ts';
import type { ListedProduct } from '../content/outline.ts';

/** The address at which a release is served. */
export interface Site {
  /** Public address of the API, without a trailing slash. May have a port, and a path, which a proxy removes. */
  readonly baseUrl: string;
}

/** The input for rendering in one locale. */
export interface CatalogueContext {
  readonly content: SharedContent;
  readonly site: Site;
  readonly locale: Locale;
  /** Selects the translation of a text for this locale. */
  readonly localizer: Localizer;
  /** Name of a picture that was drawn for the product, such as `navy-front` → SHA-256. */
  readonly drawn?: ReadonlyMap<string, string>;
}

/** The input for rendering one product in one locale. */
export interface ProductContext extends CatalogueContext {
  readonly rows: ProductRows;
}

/**
 * Returns the contexts of all locales, in the order of `locales` of the contract. `fallbacks` says which text replaces a
 * missing one; by default as `catalogue.json` says.
 */
export function createCatalogueContexts(
  content: SharedContent,
  site: Site,
  fallbacks: Fallbacks = content.catalogue.fallbackLanguage,
): readonly CatalogueContext[] {
  return locales.map((locale) => {
    return { content, site, locale, localizer: createLocalizer(locale, fallbacks) };
  });
}

/** Returns true if a product is sold in the market of a locale, so that the locale's documents contain it. */
export function isSoldIn({ markets }: Pick<ListedProduct, 'markets'>, locale: Locale): boolean {
  return markets.includes(localeFacts[locale].market);
}

/** Returns the entry of a part of the shared content, such as the brands. Throws `MissingDataError` if it has none. */
export function entryOf<Entry>(table: Readonly<Record<string, Entry>>, id: string): Entry {
  const entry = table[id];
  if (entry !== undefined) return entry;
  throw new MissingDataError(`no entry "${id}"; the content was not checked`);
}
