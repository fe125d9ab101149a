/** Content without faults, the input of rendering. */
import type { Deprecations } from '../../contract/deprecation.ts';
import type { Day } from './dates.ts';
import type { Picture } from './read-picture.ts';
import type { ContentOf } from './schemas/kinds.ts';
import type { ProductContent } from './schemas/product.ts';
import type { InventoryRow, PriceRow, SurchargeRow, VariantRow } from './schemas/tables.ts';

/** A row of a table and the line where it begins. */
export type WithLine<Row> = Row & { readonly line: number };

/** The rows of one product in each table. */
export interface ProductRows {
  readonly msrp: readonly PriceRow[];
  /** Net prices by tier. */
  readonly net: ReadonlyMap<string, readonly PriceRow[]>;
  readonly surcharges: readonly SurchargeRow[];
  readonly inventory: readonly InventoryRow[];
  readonly variants: readonly VariantRow[];
}

/** A product without faults. */
export interface WholeProduct {
  /** Path within the content folder. */
  readonly file: string;
  readonly product: ProductContent;
  readonly rows: ProductRows;
}

/** The data that all products of a catalogue share. */
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
  /** Maps aliases to sizes. All other parts of the content use sizes without aliases. */
  readonly sizeNames: ReadonlyMap<string, string>;
  readonly sizeCharts: ContentOf<'size-charts'>['charts'];
  readonly locations: ContentOf<'locations'>['locations'];
  /** When the stock was counted (ISO 8601), if the content has it. */
  readonly stock: { readonly asOf: string | undefined };
  readonly deprecations: Deprecations;
  /** SVG text of garment drawings by file name, such as `tee-front.svg`. */
  readonly drawings: ReadonlyMap<string, string>;
  /** Files in `assets/`, by path. */
  readonly assets: ReadonlyMap<string, Buffer>;
  /** The assets that are raster pictures, by path. */
  readonly pictures: ReadonlyMap<string, Picture>;
}

/**
 * Returns the shared content of partial content without faults; throws if the catalogue was not read
 * completely.
 */
export function toSharedContent({ catalogue, ...shared }: PartialShared): SharedContent {
  const { defaultLocale, tiers, texts } = catalogue;
  if (defaultLocale === undefined || tiers === undefined || texts === undefined) {
    throw new Error('catalogue.json was not read as a whole; the content has errors');
  }
  return { ...shared, catalogue: { ...catalogue, defaultLocale, tiers, texts } };
}

/** Shared content without unreadable parts. */
export type PartialShared = Omit<SharedContent, 'catalogue'> & {
  readonly catalogue: Partial<SharedContent['catalogue']>;
};
