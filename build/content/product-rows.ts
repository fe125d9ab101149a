/** Finds the rows of products in the tables, and holds the tables in memory as long as a build needs them. */
import type { RowText, TableIndex } from './csv.ts';
import type { PlainTables } from './plain-tables.ts';
import { sha256 } from './sha256.ts';

/** A product file, by its path and its name. */
export interface ProductName {
  /** Path within the content folder. */
  readonly file: string;
  /** The name of the file without extension, which is the SKU unless there is a fault. */
  readonly sku: string;
}

/** A product file, with the unparsed rows of the product in each table. */
export interface ProductSource extends ProductName {
  /** The rows of the product: one list for each table, in the order of `OpenContent.tables`. */
  readonly rows: readonly (readonly RowText[])[];
}

/**
 * Finds rows in the tables with rows of products: prices, surcharges, stock and variants. `sourceOf` and `strayRows`
 * throw `ExpectedError` if a table was not read into memory and has changed since (`openPlainTable`).
 */
export interface ProductRows {
  /** Returns a product file with its unparsed rows in each table. Throws if `freeRows` was called. */
  sourceOf(product: ProductName): ProductSource;
  /**
   * Returns one SHA-256 of all tables, in hexadecimal. If two builds have the same hash, no row of any product changed.
   */
  hashTables(): string;
  /** Returns the facts of each plain table, with which the next build need not read it if it is unchanged. */
  plainTables(): PlainTables;
  /** Returns the rows whose SKU has no product file, one list for each table. */
  strayRows(): ProductSource['rows'];
  /**
   * Frees the memory of the tables, some 4 kB for each product. Call it at most once, after the last `sourceOf`.
   * Afterwards, `hashTables`, `plainTables` and `strayRows` still work; `sourceOf` and a second `freeRows` throw.
   */
  freeRows(): void;
}

/**
 * Returns the object that finds the rows of `products` in `tables`, the indexes of the tables. `known` is
 * `ContentMemory.tables`, path of a table → index; `freeRows` removes the tables from it.
 */
export function createProductRows(
  tables: readonly TableIndex[],
  products: readonly ProductName[],
  known: Map<string, TableIndex>,
): ProductRows {
  // The only reference, so that `freeRows` can end it.
  let indexes: readonly TableIndex[] | undefined = tables;
  let hash: string | undefined;
  let plain: PlainTables | undefined;
  let strays: ProductSource['rows'] | undefined;
  const inMemory = () => {
    if (indexes === undefined) throw new Error('the rows of products are no longer in memory');
    return indexes;
  };
  const rows: ProductRows = {
    sourceOf: (product) => {
      return { ...product, rows: inMemory().map((each) => each.rowsOf(product.sku)) };
    },
    hashTables() {
      hash ??= sha256(
        inMemory()
          .map((table) => `${table.file} ${table.hash()}\n`)
          .join(''),
      );
      return hash;
    },
    plainTables() {
      plain ??= Object.fromEntries(
        inMemory().flatMap(({ file, header, isEmpty, isPlain, hash }) =>
          isPlain ? [[file, { sha256: hash(), header, isEmpty }] as const] : [],
        ),
      );
      return plain;
    },
    strayRows() {
      if (strays === undefined) {
        const skus = new Set(products.map(({ sku }) => sku));
        strays = inMemory().map((table) =>
          [...table.skus()].filter((sku) => !skus.has(sku)).flatMap(table.rowsOf),
        );
      }
      return strays;
    },
    freeRows() {
      rows.hashTables();
      rows.plainTables();
      rows.strayRows();
      for (const { file } of inMemory()) known.delete(file);
      indexes = undefined;
    },
  };
  return rows;
}
