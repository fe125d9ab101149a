/**
 * What could be read of a content folder: everything, or all but the parts that have faults. Rules
 * look at a draft, so that one run tells the faults of every file; rendering gets whole content.
 */

import type { Content, Placed } from './content.ts';
import type { Found } from './findings/finding.ts';
import type { ProductContent } from './schemas/product.ts';
import type { SharedTable } from './schemas/shared-tables.ts';
import type { ActiveProductRow, InventoryRow, PriceRow, SurchargeRow } from './schemas/tables.ts';

/** A product as far as it could be read: a member with a fault is left out, or a list's element. */
export interface ProductDraft {
  readonly file: string;
  /** As written, or as the file is called where that is not known. */
  readonly sku: string;
  readonly product: Partial<ProductContent>;
  /** True when nothing was left out. */
  readonly whole: boolean;
}

/** The rows of a table that hold. */
export interface TableDraft<Row> {
  readonly file: string;
  readonly rows: readonly Placed<Row>[];
  /** False when the table as a whole could not be read: nothing follows from what it lacks. */
  readonly readable: boolean;
  /** SKUs of rows that were left out: what they lack may be in those. */
  readonly doubtful: ReadonlySet<string>;
}

/** The ids that a shared table defines; undefined when its file could not be read. */
export type Ids = Readonly<Record<SharedTable, ReadonlySet<string> | undefined>>;

type SharedContent = Pick<
  Content,
  | 'brands'
  | 'categories'
  | 'tags'
  | 'families'
  | 'colors'
  | 'facets'
  | 'decorations'
  | 'companies'
  | 'sizes'
  | 'sizeCharts'
  | 'deprecations'
>;

export interface Draft extends SharedContent {
  /** What the load step found. */
  readonly found: readonly Found[];
  readonly catalogue: Partial<Content['catalogue']>;
  readonly ids: Ids;
  /** Sorted by SKU. */
  readonly products: readonly ProductDraft[];
  readonly msrp: TableDraft<PriceRow>;
  /** By tier. */
  readonly net: ReadonlyMap<string, TableDraft<PriceRow>>;
  readonly surcharges: TableDraft<SurchargeRow>;
  readonly inventory: TableDraft<InventoryRow>;
  readonly activeProducts: TableDraft<ActiveProductRow>;
  readonly drawings: Content['drawings'];
  readonly assets: Content['assets'];
  /** Every file below the content folder, sorted. */
  readonly files: readonly string[];
  /** Every symbolic link below it, sorted; an error each. */
  readonly links: readonly string[];
}
