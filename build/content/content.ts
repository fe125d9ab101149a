/**
 * Types of content without faults, the input of rendering: shared content, and single products with their table rows.
 */
import type { Deprecations } from '../../contract/deprecation.ts';
import type { Asset, AssetPicture } from './assets.ts';
import type { Day } from './dates.ts';
import type { ContentOf } from './schemas/kinds.ts';
import type { ProductContent } from './schemas/product.ts';
import type { InventoryRow, PriceRow, SurchargeRow, VariantRow } from './schemas/tables.ts';

/** A table row, with the line of the file where it begins, counted from 1. */
export type WithLine<Row> = Row & { readonly line: number };

/** The price rows of a product on a coming day. */
export interface UpcomingRows {
  readonly from: Day;
  readonly msrp: readonly PriceRow[];
  readonly net: ReadonlyMap<string, readonly PriceRow[]>;
}

/**
 * The rows of one product in each table. Of the price rows (`msrp` and `net`), only those valid on the content's day
 * (`SharedContent.day`) or, if the product is not available on that day, on the nearest day of its availability
 * (`shownDay`).
 */
export interface ProductRows {
  readonly msrp: readonly PriceRow[];
  /** Tier, such as `A3` → rows of its table of net prices. */
  readonly net: ReadonlyMap<string, readonly PriceRow[]>;
  /** The price rows on each day of a change within `priceNotice` of `catalogue.json`, in the order of the days. */
  readonly upcoming: readonly UpcomingRows[];
  readonly surcharges: readonly SurchargeRow[];
  readonly inventory: readonly InventoryRow[];
  readonly variants: readonly VariantRow[];
}

/** A product whose file was read without faults, and its table rows. */
export interface WholeProduct {
  /** Path within the content folder. */
  readonly file: string;
  readonly product: ProductContent;
  readonly rows: ProductRows;
}

/** The content that all products share: settings, shared tables, drawings and assets. */
export interface SharedContent {
  /** The day for which the content is read, in the time zone of the catalogue. */
  readonly day: Day;
  readonly catalogue: ContentOf<'catalogue'>;
  readonly brands: ContentOf<'brands'>['brands'];
  readonly categories: ContentOf<'categories'>['categories'];
  readonly tags: ContentOf<'tags'>['tags'];
  readonly families: ContentOf<'colors'>['families'];
  readonly colors: ContentOf<'colors'>['colors'];
  readonly facets: ContentOf<'facets'>;
  readonly decorations: ContentOf<'decorations'>['decorations'];
  readonly companies: ContentOf<'companies'>['companies'];
  readonly sizes: ContentOf<'sizes'>['sizes'];
  /**
   * Alias (another name that editors may write for a size) → size of `sizes.json`, such as `XXL` → `2XL`. Size charts,
   * products and table rows are read with sizes in place of aliases.
   */
  readonly sizeNames: ReadonlyMap<string, string>;
  readonly sizeCharts: ContentOf<'size-charts'>['charts'];
  readonly measures: NonNullable<ContentOf<'size-charts'>['measures']>;
  readonly locations: ContentOf<'locations'>['locations'];
  /** `asOf` of `inventory.json`: when the stock was counted (ISO 8601); undefined if the file is missing or invalid. */
  readonly stock: { readonly asOf: string | undefined };
  readonly deprecations: Deprecations;
  /** File name in `drawings/`, such as `tee-front.svg` → SVG text. */
  readonly drawings: ReadonlyMap<string, string>;
  /**
   * Path relative to `assets/`, such as `icons/embroidery.svg` → description of the file. In a build, empty while
   * single products are read, to save memory in worker threads.
   */
  readonly assets: ReadonlyMap<string, Asset>;
  /** Path relative to `assets/` → hash of each picture to which content can refer, with its size unless it is an SVG. */
  readonly pictures: ReadonlyMap<string, AssetPicture>;
}

/**
 * Converts partial shared content to the type that rendering needs, in which `defaultLocale`, `tiers` and `texts` of
 * `catalogue.json` always exist. Throws an error if one of these three settings could not be read; this cannot occur
 * after a check without errors.
 */
export function toSharedContent({ catalogue, ...shared }: PartialShared): SharedContent {
  const { defaultLocale, tiers, texts } = catalogue;
  if (defaultLocale === undefined || tiers === undefined || texts === undefined) {
    throw new Error('catalogue.json was not read completely; the content has errors');
  }
  return { ...shared, catalogue: { ...catalogue, defaultLocale, tiers, texts } };
}

/** Shared content in which settings of the catalogue may be missing, because they could not be read. */
export type PartialShared = Omit<SharedContent, 'catalogue'> & {
  readonly catalogue: Partial<SharedContent['catalogue']>;
};
