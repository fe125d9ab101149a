/** The rows of a table, product by product. */

import type { Placed } from '../../../content/content.ts';
import type { Draft, ProductDraft, TableDraft } from '../../../content/draft.ts';
import { groupBy } from '../../../content/group-by.ts';
import { onceFor } from '../once-for.ts';
import { productsBySku } from './products-by-sku.ts';

type OfProduct = { readonly sku: string };
type Groups<Row> = ReadonlyMap<string, readonly Placed<Row>[]>;

const groupsOf = onceFor(
  (table: TableDraft<OfProduct>): Groups<OfProduct> => groupBy(table.rows, ({ sku }) => sku),
);

/** The rows of each SKU, in the order of the file. Made once a table. */
export function rowsBySku<Row extends OfProduct>(table: TableDraft<Row>): Groups<Row> {
  return groupsOf(table) as Groups<Row>;
}

/** The rows of each product that there is; rows that name none are told by `unknown-product`. */
export function* rowsOfProducts<Row extends OfProduct>(
  draft: Draft,
  table: TableDraft<Row>,
): Generator<ProductDraft & { readonly rows: readonly Placed<Row>[] }> {
  const products = productsBySku(draft);
  for (const [sku, rows] of rowsBySku(table)) {
    const product = products.get(sku);
    if (product) yield { ...product, rows };
  }
}

/** `the row`, or `the 3 rows`: what a message asks to be removed. */
export function theRows({ length }: readonly unknown[]): string {
  return length === 1 ? 'the row' : `the ${length} rows`;
}
