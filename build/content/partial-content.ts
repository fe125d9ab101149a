/**
 * The readable part of a content folder: everything without faults. Rules check partial content, so that one
 * run finds the faults of every file; rendering needs whole content.
 */

import { shownDay } from './availability.ts';
import type { PartialShared, WholeProduct, WithLine } from './content.ts';
import { isInRange } from './dates.ts';
import type { Found } from './findings/finding.ts';
import type { ProductContent } from './schemas/product.ts';
import type { SharedTable } from './schemas/shared-tables.ts';
import type {
  ActiveProductRow,
  InventoryRow,
  PriceRow,
  SurchargeRow,
  VariantRow,
} from './schemas/tables.ts';

/** A product without its faulty members and list elements. */
export interface PartialProduct {
  readonly file: string;
  /** The SKU in the file, or the name of the file. */
  readonly sku: string;
  readonly product: Partial<ProductContent>;
  /** True if nothing was left out. */
  readonly whole: boolean;
  /** In an outline: the locations in its stock rows. */
  readonly locations?: readonly string[];
}

/** A table without its faulty rows. */
export interface PartialTable<Row> {
  readonly file: string;
  readonly rows: readonly WithLine<Row>[];
  /** False if the table could not be read: then `rows` may lack existing rows. */
  readonly readable: boolean;
  /** SKUs of rows that were left out: an apparently missing row may be one of those. */
  readonly doubtful: ReadonlySet<string>;
}

/** The ids that each shared table defines; undefined if its file could not be read. */
export type Ids = Readonly<Record<SharedTable, ReadonlySet<string> | undefined>>;

export interface PartialContent extends PartialShared {
  /** Faults of the files that were read. */
  readonly found: readonly Found[];
  readonly ids: Ids;
  /** The aliases of sizes.json as written, including unusable ones. */
  readonly sizeAliases: Readonly<Record<string, string>>;
  /** Sorted by SKU. */
  readonly products: readonly PartialProduct[];
  readonly msrp: PartialTable<PriceRow>;
  /** By tier. */
  readonly net: ReadonlyMap<string, PartialTable<PriceRow>>;
  readonly surcharges: PartialTable<SurchargeRow>;
  readonly inventory: PartialTable<InventoryRow>;
  readonly variants: PartialTable<VariantRow>;
  readonly activeProducts: PartialTable<ActiveProductRow>;
  /** Every file in the content folder, sorted. */
  readonly files: readonly string[];
  /** Every symbolic link in it, sorted; each is an error. */
  readonly links: readonly string[];
}

/**
 * Returns the only product of partial content, with its stock and the prices of the day; for an unavailable
 * product, the prices of its first or last day. Throws if a part of it could not be read.
 */
export function toWholeProduct({ products, ...partial }: PartialContent): WholeProduct {
  const [only] = products;
  if (only === undefined || !only.whole) {
    throw new Error(
      `${only?.file ?? 'the product'} was not read as a whole; the content has errors`,
    );
  }
  const product = only.product as ProductContent;
  const day = shownDay(product, partial.day);
  const pricesOf = ({ rows }: PartialTable<PriceRow>) => rows.filter((row) => isInRange(row, day));
  return {
    file: only.file,
    product,
    rows: {
      msrp: pricesOf(partial.msrp),
      net: new Map(Array.from(partial.net, ([tier, table]) => [tier, pricesOf(table)])),
      surcharges: partial.surcharges.rows,
      inventory: partial.inventory.rows,
      variants: partial.variants.rows,
    },
  };
}
