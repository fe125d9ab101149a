/** Groups the rows of a table by product. */
import type { WithLine } from '../../content/content.ts';
import { groupBy } from '../../content/group-by.ts';
import type {
  PartialContent,
  PartialProduct,
  PartialTable,
} from '../../content/partial-content.ts';
import { memoize } from './memoize.ts';

interface ProductRow {
  readonly sku: string;
}
type Groups<Row> = ReadonlyMap<string, readonly WithLine<Row>[]>;

/**
 * Returns SKU → product. If two files have the same SKU, which `product/same-sku` reports, the SKU maps to a
 * product without members, because the data of the files may conflict.
 */
export const productsBySku = memoize(
  (content: PartialContent): ReadonlyMap<string, PartialProduct> => {
    const products = new Map<string, PartialProduct>();
    for (const product of content.products) {
      const { sku } = product;
      products.set(sku, products.has(sku) ? { ...product, product: {} } : product);
    }
    return products;
  },
);

const groupsOf = memoize(
  (table: PartialTable<ProductRow>): Groups<ProductRow> => groupBy(table.rows, ({ sku }) => sku),
);

/** Returns SKU → rows of the table with this SKU, in the order of the file. Computed once per table. */
export function rowsBySku<Row extends ProductRow>(table: PartialTable<Row>): Groups<Row> {
  return groupsOf(table) as Groups<Row>;
}

/**
 * Yields each product that has rows in a table, together with these rows. Omits rows whose SKU belongs to no
 * product; the `unknown-product` rules report them.
 */
export function* rowsOfProducts<Row extends ProductRow>(
  content: PartialContent,
  table: PartialTable<Row>,
): Generator<PartialProduct & { readonly rows: readonly WithLine<Row>[] }> {
  const products = productsBySku(content);
  for (const [sku, rows] of rowsBySku(table)) {
    const product = products.get(sku);
    if (product) yield { ...product, rows };
  }
}

/** Returns `the row` or `the 3 rows`, for use in messages. */
export function formatRowCount({ length }: readonly unknown[]): string {
  return length === 1 ? 'the row' : `the ${length} rows`;
}
