/** Finds the rows of products in the tables. */
import type { TableIndex } from './csv.ts';
import type { Row } from './csv-rows.ts';

/** A product file, by its path and its name. */
export interface ProductName {
  /** Path within the content folder. */
  readonly file: string;
  /** The name of the file without extension, which is the SKU unless there is a fault. */
  readonly sku: string;
}

/** A product file, with the rows of the product in each table. */
export interface ProductSource extends ProductName {
  /** The rows of the product: one list for each table, in the order of `OpenContent.tables`. */
  readonly rows: readonly (readonly Row[])[];
}

/** Finds rows in the tables with rows of products: prices, surcharges, stock and variants. */
export interface ProductRows {
  /** Returns a product file with its rows in each table. */
  sourceOf(product: ProductName): ProductSource;
  /** Returns the rows whose SKU has no product file, one list for each table. */
  strayRows(): ProductSource['rows'];
}

/** Returns the object that finds the rows of `products` in `tables`, the indexes of the tables. */
export function createProductRows(
  tables: readonly TableIndex[],
  products: readonly ProductName[],
): ProductRows {
  return {
    sourceOf: (product) => ({ ...product, rows: tables.map((each) => each.rowsOf(product.sku)) }),
    strayRows() {
      const skus = new Set(products.map(({ sku }) => sku));
      return tables.map((table) =>
        [...table.skus()].filter((sku) => !skus.has(sku)).flatMap(table.rowsOf),
      );
    },
  };
}
