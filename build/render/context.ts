/** The input of renderers: the shared content in a locale, and the prices and stock of a product. */
import { type Currency, type Locale, localeFacts, locales } from '../../contract/locales.ts';
import type { PriceTier } from '../../contract/schemas/pricing.ts';
import type { ProductRows, SharedContent } from '../content/content.ts';
import { createLocalizer, type Localizer } from '../content/localize/localizer.ts';
import type { ListedProduct } from '../content/outline.ts';
import {
  type InventoryRow,
  msrpList,
  type PriceRow,
  type VariantRow,
} from '../content/schemas/tables.ts';

/** The released site. */
export interface Site {
  /** Scheme and host of the released API, without a trailing slash. */
  readonly baseUrl: string;
}

/** The facts that all products share, in a locale. */
export interface CatalogueContext {
  readonly content: SharedContent;
  readonly site: Site;
  readonly locale: Locale;
  readonly currency: Currency;
  readonly localizer: Localizer;
}

/** A context with the prices, the stock and the variants of one product. */
export interface ProductContext extends CatalogueContext {
  readonly prices: ProductPrices;
  /** In the order of the table. */
  readonly stock: readonly InventoryRow[];
  readonly variants: readonly VariantRow[];
}

/** The prices of one product in the currency of a locale. */
export interface ProductPrices {
  /** Returns the brackets in `msrp` or a tier; empty if the list has none. */
  tiers(list: string): PriceTier[];
  /** Returns the surcharge of a size in `msrp` or a tier, or undefined. */
  surcharge(list: string, size: string): number | undefined;
}

/** Creates the contexts of every locale, in the order of the contract. */
export function createCatalogueContexts(
  content: SharedContent,
  site: Site,
): readonly CatalogueContext[] {
  const { fallbackLanguage } = content.catalogue;
  return locales.map((locale) => ({
    ...{ content, site, locale, currency: localeFacts[locale].currency },
    localizer: createLocalizer(locale, fallbackLanguage),
  }));
}

/** Adds the prices, the stock and the variants of a product to the context of a locale. */
export function withProduct(context: CatalogueContext, rows: ProductRows): ProductContext {
  const { currency } = context;
  const inCurrency = <Row extends { readonly currency: Currency }>(all: readonly Row[] = []) =>
    all.filter((row) => row.currency === currency);
  const surcharges = inCurrency(rows.surcharges);
  return {
    ...context,
    stock: rows.inventory,
    variants: rows.variants,
    prices: {
      tiers: (list) => toPriceTiers(inCurrency(list === msrpList ? rows.msrp : rows.net.get(list))),
      surcharge: (list, size) =>
        surcharges.find((row) => row.list === list && row.size === size)?.surcharge,
    },
  };
}

/**
 * Converts the rows of one product and currency to brackets, sorted by quantity. Each ends one piece before
 * the next begins; the last has no upper bound.
 */
export function toPriceTiers(rows: readonly PriceRow[]): PriceTier[] {
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

/** Returns true if a product appears in a locale, because it is sold in the locale's market. */
export function isSoldIn({ markets }: Pick<ListedProduct, 'markets'>, locale: Locale): boolean {
  return markets.includes(localeFacts[locale].market);
}

/** Returns the entry of a shared table; the rules about references guarantee that it exists. */
export function entryOf<Entry>(table: Readonly<Record<string, Entry>>, id: string): Entry {
  const entry = table[id];
  if (entry === undefined) throw new Error(`no entry "${id}"; the content was not checked`);
  return entry;
}
