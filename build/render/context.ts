/**
 * The input of renderers: the shared content in one locale, and the prices, stock and variants of one
 * product.
 */
import { type Currency, type Locale, localeFacts, locales } from '../../contract/locales.ts';
import type { PriceTier } from '../../contract/schemas/pricing.ts';
import type { ProductRows, SharedContent } from '../content/content.ts';
import type { Day } from '../content/dates.ts';
import { createLocalizer, type Fallbacks, type Localizer } from '../content/localize/localizer.ts';
import type { ListedProduct } from '../content/outline.ts';
import {
  type InventoryRow,
  msrpList,
  type PriceRow,
  type VariantRow,
} from '../content/schemas/tables.ts';

/** The address at which a release is served. */
export interface Site {
  /**
   * Public address of the API (`--base-url`), such as `https://api.example.com`, without a trailing slash. May have a
   * port, and a path, which a proxy must remove from requests.
   */
  readonly baseUrl: string;
}

/**
 * The input for rendering in one locale: the shared content, the public address of the API, and the locale with its
 * currency and texts.
 */
export interface CatalogueContext {
  readonly content: SharedContent;
  readonly site: Site;
  readonly locale: Locale;
  /** The currency of the locale. */
  readonly currency: Currency;
  /** Selects the translation of a text for this locale, or a fallback if that is missing. */
  readonly localizer: Localizer;
  /** Name of a picture that was drawn for the product, such as `navy-front` → SHA-256. */
  readonly drawn?: ReadonlyMap<string, string>;
}

/**
 * The input for rendering one product in one locale: a catalogue context, and the product's prices, stock and variants.
 */
export interface ProductContext extends CatalogueContext {
  readonly prices: ProductPrices;
  /** Stock rows in the order of the table. */
  readonly stock: readonly InventoryRow[];
  readonly variants: readonly VariantRow[];
}

/**
 * The prices of one product in the currency of a locale. The argument `list` is `msrp` or a price tier, such as `A3`.
 */
export interface ProductPrices {
  /**
   * Returns the price brackets of a list, sorted by quantity; an empty array if the list has no price of the product.
   */
  brackets(list: string): PriceTier[];
  /** Returns the first announced change of a list: its day and the brackets from then on; undefined if there is none. */
  upcoming(list: string): { readonly from: Day; readonly brackets: PriceTier[] } | undefined;
  /**
   * Returns the surcharge per piece of a size in a list, in the locale's currency, or undefined without a surcharge.
   */
  surcharge(list: string, size: string): number | undefined;
}

/**
 * Returns a rendering context for each locale, in the order of `locales` of the contract. `fallbacks` determines which
 * text replaces a missing one: it maps a language to its fallback language, such as `{ fr: 'en' }`, or is `any` for a
 * text of any language or locale. By default it is `fallbackLanguage` of `catalogue.json`.
 */
export function createCatalogueContexts(
  content: SharedContent,
  site: Site,
  fallbacks: Fallbacks = content.catalogue.fallbackLanguage,
): readonly CatalogueContext[] {
  return locales.map((locale) => ({
    ...{ content, site, locale, currency: localeFacts[locale].currency },
    localizer: createLocalizer(locale, fallbacks),
  }));
}

/**
 * Returns a copy of `context` with the stock and variants of a product, and its prices in the currency of the context.
 */
export function withProduct(context: CatalogueContext, rows: ProductRows): ProductContext {
  const { currency } = context;
  const inCurrency = <Row extends { readonly currency: Currency }>(all: readonly Row[] = []) =>
    all.filter((row) => row.currency === currency);
  const surcharges = inCurrency(rows.surcharges);
  const bracketsOf = (list: string, { msrp, net }: Pick<ProductRows, 'msrp' | 'net'>) =>
    toBrackets(inCurrency(list === msrpList ? msrp : net.get(list)));
  return {
    ...context,
    stock: rows.inventory,
    variants: rows.variants,
    prices: {
      brackets: (list) => bracketsOf(list, rows),
      upcoming(list) {
        const now = pricesIn(bracketsOf(list, rows));
        for (const { from, ...others } of rows.upcoming) {
          const brackets = bracketsOf(list, others);
          if (brackets.length > 0 && pricesIn(brackets) !== now) return { from, brackets };
        }
        return undefined;
      },
      surcharge: (list, size) =>
        surcharges.find((row) => row.list === list && row.size === size)?.surcharge,
    },
  };
}

/**
 * Converts the price rows of one product and currency to brackets, sorted by quantity. A bracket ends one piece before
 * the next one begins, such as 24 to 71 before a bracket from 72; the last has no upper bound (`maxQuantity` is null).
 */
export function toBrackets(rows: readonly PriceRow[]): PriceTier[] {
  const sorted = [...rows].sort((a, b) => a.minQuantity - b.minQuantity);
  return sorted.map(({ minQuantity, price, regularPrice, until }, index) => {
    const next = sorted[index + 1];
    return {
      minQuantity,
      maxQuantity: next === undefined ? null : next.minQuantity - 1,
      price,
      ...(regularPrice === undefined ? {} : { regularPrice }),
      ...(until === undefined ? {} : { until }),
    };
  });
}

/** Returns the prices of brackets as text, without the days until which they apply. */
function pricesIn(brackets: readonly PriceTier[]): string {
  return JSON.stringify(brackets.map(({ until: _until, ...prices }) => prices));
}

/** Returns true if a product is sold in the market of a locale, so that the locale's documents contain it. */
export function isSoldIn({ markets }: Pick<ListedProduct, 'markets'>, locale: Locale): boolean {
  return markets.includes(localeFacts[locale].market);
}

/**
 * Thrown if the shared content lacks an id that a product or other shared content refers to, such as the id of a brand.
 * Rules report such ids, but a build renders products before the rules about the catalogue are applied.
 */
export class MissingEntryError extends Error {
  override readonly name = 'MissingEntryError';
}

/**
 * Returns the entry of `table` that has this id. `table` is a part of the shared content that maps ids to entries, such
 * as the brands. Throws `MissingEntryError` if the table has no entry with this id.
 */
export function entryOf<Entry>(table: Readonly<Record<string, Entry>>, id: string): Entry {
  const entry = table[id];
  if (entry === undefined) {
    throw new MissingEntryError(`no entry "${id}"; the content was not checked`);
  }
  return entry;
}
