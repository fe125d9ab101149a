/**
 * Types of the result of comparing two releases. `npm run diff -- --format json` prints this result
 * unchanged.
 */
import type { Locale } from '../../contract/locales.ts';
import type { Coding } from '../../contract/representation.ts';
import type { FieldDifference } from './compare-fields.ts';
import type { PriceChange } from './compare-prices.ts';

/** The differences between two releases: products, prices, texts, stock and files. */
export interface ReleaseDiff {
  /** Id of the earlier release. */
  readonly before: string;
  /** Id of the release that is compared with `before`: usually the later one. */
  readonly after: string;
  /**
   * Changed fields of the manifest, such as the base URL, tiers, default locale, companies and the next date in the
   * content; not its id, products and files.
   */
  readonly facts: readonly FieldDifference[];
  /** SKUs that were added to or removed from the whole catalogue. */
  readonly products: SkuChange;
  /** SKUs that were added to or removed from each locale. */
  readonly locales: readonly (SkuChange & { readonly locale: Locale })[];
  /** Price changes of products that both releases sell in a currency, sorted by SKU. */
  readonly prices: readonly PriceChange[];
  /** Changed fields of products' details (the answers of `/v1/products/{sku}`) that are text for people. */
  readonly texts: readonly FieldChange[];
  /**
   * Changed fields of products' details that are not text for people, part ids and GTINs included; prices and stock are
   * omitted.
   */
  readonly others: readonly FieldChange[];
  /** Pieces in stock of the whole catalogue in both releases, and the products whose stock changed. */
  readonly stock: { readonly before: number; readonly after: number } & {
    readonly products: readonly StockChange[];
  };
  /** Sizes of the product list (`/v1/products`): one entry for each locale and content coding. */
  readonly lists: readonly ListSize[];
  /**
   * Paths of the public files outside `public/v1/` that differ, such as `public/docs.html`, including the pictures of
   * products. Compressed forms of a file are omitted.
   */
  readonly files: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
  };
}

/**
 * How the products of a locale or of the whole catalogue changed: their numbers before and after, and the
 * added and removed SKUs.
 */
export interface SkuChange {
  /** Number of products of the earlier release. */
  readonly before: number;
  readonly after: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** A changed field of a product's detail in a locale. */
export interface FieldChange extends FieldDifference {
  readonly sku: string;
  readonly locale: Locale;
}

/** How the stock of a product changed. */
export interface StockChange {
  readonly sku: string;
  /** Pieces in the earlier release, of all colours, sizes and locations. */
  readonly before: number;
  readonly after: number;
  /**
   * Number of variants (a colour and a size) whose pieces, locations or incoming pieces changed. 0 for a product that
   * one of the releases does not have.
   */
  readonly variants: number;
}

/**
 * Size in bytes of a locale's product list in one content coding, such as gzip, in the earlier and in the
 * later release; null for a release without this list.
 */
export interface ListSize {
  readonly locale: Locale;
  readonly coding: Coding;
  readonly before: number | null;
  readonly after: number | null;
}
