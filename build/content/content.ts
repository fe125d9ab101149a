/** The whole content in memory, without a fault: what rendering gets. */
import type { z } from 'zod';
import type { Deprecations } from '../../contract/deprecation.ts';
import type { ProductContent } from './schemas/product.ts';
import type {
  brandsSchema,
  catalogueSchema,
  categoriesSchema,
  colorsSchema,
  companiesSchema,
  decorationsSchema,
  facetsSchema,
  sizeChartsSchema,
  sizesSchema,
  tagsSchema,
} from './schemas/shared.ts';
import type { InventoryRow, PriceRow, SurchargeRow } from './schemas/tables.ts';

/** A row of a table and the line on which it begins. */
export type Placed<Row> = Row & { readonly line: number };

/** A product and the file it was read from. */
export interface ProductFile {
  readonly file: string;
  readonly product: ProductContent;
}

export interface Content {
  readonly catalogue: z.infer<typeof catalogueSchema>;
  readonly brands: z.infer<typeof brandsSchema>['brands'];
  readonly categories: z.infer<typeof categoriesSchema>['categories'];
  readonly tags: z.infer<typeof tagsSchema>['tags'];
  readonly families: z.infer<typeof colorsSchema>['families'];
  readonly colors: z.infer<typeof colorsSchema>['colors'];
  readonly facets: z.infer<typeof facetsSchema>;
  readonly decorations: z.infer<typeof decorationsSchema>['decorations'];
  readonly companies: z.infer<typeof companiesSchema>['companies'];
  readonly sizes: z.infer<typeof sizesSchema>['sizes'];
  readonly sizeCharts: z.infer<typeof sizeChartsSchema>['charts'];
  readonly deprecations: Deprecations;
  /** Sorted by SKU. */
  readonly products: readonly ProductFile[];
  readonly msrp: readonly Placed<PriceRow>[];
  /** By tier. */
  readonly net: ReadonlyMap<string, readonly Placed<PriceRow>[]>;
  readonly surcharges: readonly Placed<SurchargeRow>[];
  readonly inventory: readonly Placed<InventoryRow>[];
  /** Garment drawings by file name, `tee-front.svg`. */
  readonly drawings: ReadonlyMap<string, Buffer>;
  /** Files below `assets/`, by path. */
  readonly assets: ReadonlyMap<string, Buffer>;
}
