/**
 * Types of the readable part of a content folder, without faulty members and rows. Rules check partial
 * content, so that one run finds the faults of all files; rendering requires complete content.
 */

import { shownDay } from './availability.ts';
import type { PartialShared, ProductRows, WholeProduct, WithLine } from './content.ts';
import { addDays, boundaryDays, type Day, isInRange } from './dates.ts';
import type { Found } from './findings/finding.ts';
import type { ProductContent } from './schemas/product.ts';
import type { SharedTable } from './schemas/references.ts';
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
  /**
   * Ids of the locations in the product's stock rows. Present only in the content for rules about the whole catalogue,
   * and only if a row has a location.
   */
  readonly locations?: readonly string[];
}

/** A row of a table that has a fault, such as an invalid cell, or too few or too many cells. */
export interface FaultyRow<Row> {
  /** The cell of the column `sku` as written; empty if the row lacks it. */
  readonly sku: string;
  /**
   * The valid cells, and the line of the row. A cell is absent only if it is invalid, if it may belong to another
   * column because a decimal comma cuts a price in two (`24,05`), or if no cell can be used: the row has too few or too
   * many cells, is empty or repeats the names of the columns.
   */
  readonly cells: Partial<WithLine<Row>>;
}

/** A table whose rows with a fault (`faulty`) are separate from those without one (`rows`). */
export interface PartialTable<Row> {
  readonly file: string;
  /** The rows without a fault. */
  readonly rows: readonly WithLine<Row>[];
  /** True if the table could be read, or is optional and missing; otherwise `rows` is empty. */
  readonly readable: boolean;
  /**
   * The rows with a fault. If a SKU has one (`hasFaultyRow`), rules must not report that a row of this SKU is missing,
   * because the faulty row may be the one that they miss.
   */
  readonly faulty: readonly FaultyRow<Row>[];
}

/**
 * Shared table (a member of a shared file, such as `families` of `colors.json`) → the ids that it defines, also those
 * of invalid entries. Undefined if its file could not be read, or lacks this member or has a wrong value for it; empty
 * if the file is optional and missing.
 */
export type Ids = Readonly<Record<SharedTable, ReadonlySet<string> | undefined>>;

/** The readable part of a content folder: shared files, products and tables. */
export interface PartialContent extends PartialShared {
  /**
   * The faults found so far: while files were read and, in the content for rules about the whole catalogue, by the
   * rules about single products.
   */
  readonly found: readonly Found[];
  readonly ids: Ids;
  /**
   * Size alias → size, such as `XXL` → `2XL`, as written in `sizes.json`. Includes invalid aliases, which `sizeNames`
   * lacks.
   */
  readonly sizeAliases: Readonly<Record<string, string>>;
  /** Products sorted by SKU. */
  readonly products: readonly PartialProduct[];
  /** Paths of the price, surcharge, stock and variant tables that can be read but have no rows. */
  readonly emptyTables: ReadonlySet<string>;
  readonly msrp: PartialTable<PriceRow>;
  /** Tier, such as `A3` → table of net prices. */
  readonly net: ReadonlyMap<string, PartialTable<PriceRow>>;
  readonly surcharges: PartialTable<SurchargeRow>;
  readonly inventory: PartialTable<InventoryRow>;
  readonly variants: PartialTable<VariantRow>;
  /** The rows of `active-products.csv`. Empty, except in the content for rules about the whole catalogue. */
  readonly activeProducts: PartialTable<ActiveProductRow>;
  /**
   * Every file in the content folder except hidden ones, sorted. In a build, empty while single products are read, to
   * save memory in worker threads.
   */
  readonly files: readonly string[];
  /** Every symbolic link in the content folder, sorted; each one is an error. */
  readonly links: readonly string[];
}

/**
 * Converts the content with one product (`ProductReading.partial`) to the form that rendering needs: the product with
 * its table rows. Omits price rows that are not valid on the content's day or, if the product is not available on that
 * day, on the nearest day of its availability. Throws an error if the product was not read completely; this cannot
 * occur after a check without errors.
 */
export function toWholeProduct({ products, ...partial }: PartialContent): WholeProduct {
  const [only] = products;
  if (only === undefined || !only.whole) {
    throw new Error(
      `${only?.file ?? 'the product'} was not read completely; the content has errors`,
    );
  }
  const product = only.product as ProductContent;
  return { file: only.file, product, rows: rowsOn(partial, shownDay(product, partial.day)) };
}

/** Returns the rows of content with one product, without the price rows that are not valid on `day`. */
export function rowsOn(
  { catalogue, msrp, net, surcharges, inventory, variants }: Omit<PartialContent, 'products'>,
  day: Day,
): ProductRows {
  const pricesOn = (on: Day) => {
    const valid = ({ rows }: PartialTable<PriceRow>) => rows.filter((row) => isInRange(row, on));
    return {
      msrp: valid(msrp),
      net: new Map(Array.from(net, ([tier, table]) => [tier, valid(table)] as const)),
    };
  };
  const { priceNotice = 0 } = catalogue;
  const last = addDays(day, priceNotice);
  const all = priceNotice === 0 ? [] : [msrp, ...net.values()].flatMap(({ rows }) => rows);
  const changes = boundaryDays(all).filter((each) => day < each && each <= last);
  return {
    ...pricesOn(day),
    upcoming: changes.map((from) => ({ from, ...pricesOn(from) })),
    surcharges: surcharges.rows,
    inventory: inventory.rows,
    variants: variants.rows,
  };
}
