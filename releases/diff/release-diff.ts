/** The result of a comparison of releases, which `npm run diff -- --format json` prints unchanged. */
import type { Locale } from '../../contract/locales.ts';
import type { Coding } from '../../contract/representation.ts';
import type { FieldDifference } from './compare-fields.ts';
import type { PriceChange } from './compare-prices.ts';

export interface ReleaseDiff {
  /** Id of the older release. */
  readonly before: string;
  readonly after: string;
  /** Facts of the whole release: base URL, tiers, default locale, companies. */
  readonly facts: readonly FieldDifference[];
  /** SKUs of all locales. */
  readonly products: SkuChange;
  readonly locales: readonly (SkuChange & { readonly locale: Locale })[];
  /** Price changes of products that both releases sell in the currency. */
  readonly prices: readonly PriceChange[];
  readonly texts: readonly FieldChange[];
  /** Changed fields of details that are neither price, text nor stock. */
  readonly others: readonly FieldChange[];
  readonly stock: { readonly before: number; readonly after: number } & {
    readonly products: readonly StockChange[];
  };
  readonly lists: readonly ListSize[];
  /** Other public files by path: pages, pictures, the OpenAPI document. */
  readonly files: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
  };
}

export interface SkuChange {
  /** Number of products. */
  readonly before: number;
  readonly after: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export interface FieldChange extends FieldDifference {
  readonly sku: string;
  readonly locale: Locale;
}

/** Pieces in stock of a product, all colours and sizes. */
export interface StockChange {
  readonly sku: string;
  readonly before: number;
  readonly after: number;
}

/** Bytes of a locale's list in one content coding; null if the release has no such list. */
export interface ListSize {
  readonly locale: Locale;
  readonly coding: Coding;
  readonly before: number | null;
  readonly after: number | null;
}
