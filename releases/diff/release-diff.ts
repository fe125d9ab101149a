/** The result of comparing two releases, which `npm run diff -- --format json` prints unchanged. */
import type { Locale } from '../../contract/locales.ts';
import type { Coding } from '../../contract/representation.ts';
import type { FieldDifference } from './compare-fields.ts';
import type { PriceChange } from './compare-prices.ts';

/** The differences between two releases: products, prices, texts, stock and files. */
export interface ReleaseDiff {
  /** Id of the earlier release. */
  readonly before: string;
  /** Id of the release that is compared with it. */
  readonly after: string;
  /** Changed fields of the manifest, such as the base URL, tiers and companies; not its id, products and files. */
  readonly facts: readonly FieldDifference[];
  /** SKUs that were added to or removed from the whole catalogue. */
  readonly products: SkuChange;
  readonly locales: readonly (SkuChange & { readonly locale: Locale })[];
  /** Price changes of products that both releases sell in a currency, sorted by SKU. */
  readonly prices: readonly PriceChange[];
  /** Changed fields of details that are text for people. */
  readonly texts: readonly FieldChange[];
  /** Other changed fields of details, with part ids and GTINs, without prices and stock. */
  readonly others: readonly FieldChange[];
  /** Pieces in stock of the whole catalogue in both releases, and the products whose stock changed. */
  readonly stock: { readonly before: number; readonly after: number } & {
    readonly products: readonly StockChange[];
  };
  /** Sizes of the product list (`/v1/products`): one entry for each locale and content coding. */
  readonly lists: readonly ListSize[];
  /** Public files outside `public/v1/` that differ, and pictures of products, without compressed forms. */
  readonly files: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
  };
}

/** Numbers of products of a locale or of the whole catalogue, and the added and removed SKUs. */
export interface SkuChange {
  readonly before: number;
  readonly after: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** A changed field of a detail. URLs of the API are shortened to paths: a new base URL changes no product. */
export interface FieldChange extends FieldDifference {
  readonly sku: string;
  readonly locale: Locale;
}

/** How the stock of a product changed, in pieces of all colours, sizes and locations. */
export interface StockChange {
  readonly sku: string;
  readonly before: number;
  readonly after: number;
  /** Number of variants whose pieces, locations or incoming pieces changed; 0 if one release lacks the product. */
  readonly variants: number;
}

/** Size in bytes of a locale's product list in one content coding; null for a release without this list. */
export interface ListSize {
  readonly locale: Locale;
  readonly coding: Coding;
  readonly before: number | null;
  readonly after: number | null;
}
