/**
 * Types of the readable part of a content folder, without faulty members and rows. Rules check partial content, so that
 * one run finds the faults of all files; rendering requires whole content (`content.ts`).
 */
import type { WithLine } from './content.ts';
import type { TableIndex } from './csv.ts';
import type { loadShared } from './load-shared.ts';
import type { ProductContent } from './schemas/product.ts';
import type {
  ActiveProductRow,
  InventoryRow,
  PriceRow,
  SurchargeRow,
  VariantRow,
} from './schemas/tables.ts';

/** A product without its faulty members and list elements. */
export interface PartialProduct {
  /** Path within the content folder. */
  readonly file: string;
  /**
   * The name of the file without extension. In the content for rules about the whole catalogue: the member `sku` of the
   * file or, if that is missing, this name.
   */
  readonly sku: string;
  readonly product: Partial<ProductContent>;
  /** True if no fault was found while the file was read, so that nothing was omitted. */
  readonly whole: boolean;
  /** Ids of the locations in the product's stock rows; only in the content for rules about the whole catalogue. */
  readonly locations?: readonly string[];
}

/** A row of a table that has a fault, such as an invalid cell, or too few or too many cells. */
export interface FaultyRow<Row> {
  /** The cell of the column `sku` as written; empty if the row lacks it. */
  readonly sku: string;
  /** The cells that are valid and certainly belong to their columns, and the line of the row. */
  readonly cells: Partial<WithLine<Row>>;
}

/** A table whose rows with a fault (`faulty`) are separate from those without one (`rows`). */
export interface PartialTable<Row> {
  readonly file: string;
  readonly rows: readonly WithLine<Row>[];
  /** True if the table could be read, or is optional and missing; otherwise it has no rows. */
  readonly readable: boolean;
  /**
   * If a SKU has a faulty row (`hasFaultyRow`), rules must not report that a row of this SKU is missing, because the
   * faulty row may be the one that they miss.
   */
  readonly faulty: readonly FaultyRow<Row>[];
}

/** The readable part of the content that products share. */
export type PartialShared = Awaited<ReturnType<typeof loadShared>>;

/** The readable part of a content folder: shared files, products and tables. */
export interface PartialContent extends PartialShared {
  /** Products sorted by SKU. */
  readonly products: readonly PartialProduct[];
  readonly msrp: PartialTable<PriceRow>;
  /** Tier, such as `A3` → table of net prices. */
  readonly net: ReadonlyMap<string, PartialTable<PriceRow>>;
  readonly surcharges: PartialTable<SurchargeRow>;
  readonly inventory: PartialTable<InventoryRow>;
  readonly variants: PartialTable<VariantRow>;
  /** Empty, except in the content for rules about the whole catalogue. */
  readonly activeProducts: PartialTable<ActiveProductRow>;
  /** The tables with rows of products, not parsed. Empty, except in the content for rules about the whole catalogue. */
  readonly tables: readonly TableIndex[];
}
