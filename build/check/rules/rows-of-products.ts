/** The rows of a table, product by product. */
import type { Placed } from '../../content/content.ts';
import type { Draft, ProductDraft, TableDraft } from '../../content/draft.ts';
import { groupBy } from '../../content/group-by.ts';
import { onceFor } from './once-for.ts';

interface ProductRow {
  readonly sku: string;
}
type Groups<Row> = ReadonlyMap<string, readonly Placed<Row>[]>;

/**
 * Every product by SKU. If two files have one SKU, its product is empty: the two say different
 * things, and `product/same-sku` reports them.
 */
export const productsBySku = onceFor((draft: Draft): ReadonlyMap<string, ProductDraft> => {
  const products = new Map<string, ProductDraft>();
  for (const product of draft.products) {
    const { sku } = product;
    products.set(sku, products.has(sku) ? { ...product, product: {} } : product);
  }
  return products;
});

const groupsOf = onceFor(
  (table: TableDraft<ProductRow>): Groups<ProductRow> => groupBy(table.rows, ({ sku }) => sku),
);

/** The rows of each SKU, in the order of the file. Computed once per table. */
export function rowsBySku<Row extends ProductRow>(table: TableDraft<Row>): Groups<Row> {
  return groupsOf(table) as Groups<Row>;
}

/** The rows of each existing product; `unknown-product` reports the others. */
export function* rowsOfProducts<Row extends ProductRow>(
  draft: Draft,
  table: TableDraft<Row>,
): Generator<ProductDraft & { readonly rows: readonly Placed<Row>[] }> {
  const products = productsBySku(draft);
  for (const [sku, rows] of rowsBySku(table)) {
    const product = products.get(sku);
    if (product) yield { ...product, rows };
  }
}

/** Returns `the row` or `the 3 rows`, for the remedy of a message. */
export function theRows({ length }: readonly unknown[]): string {
  return length === 1 ? 'the row' : `the ${length} rows`;
}
