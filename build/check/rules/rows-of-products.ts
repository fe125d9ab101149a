/** Groups the rows of a table by product. */
import type { WithLine } from '../../content/content.ts';
import { groupBy } from '../../content/group-by.ts';
import type {
  PartialContent,
  PartialProduct,
  PartialTable,
} from '../../content/partial-content.ts';
import { onceFor } from './once-for.ts';

interface ProductRow {
  readonly sku: string;
}
type Groups<Row> = ReadonlyMap<string, readonly WithLine<Row>[]>;

/**
 * Every product by SKU. If two files have the same SKU, its product is empty, because they may contradict
 * each other; `product/same-sku` reports them.
 */
export const productsBySku = onceFor(
  (content: PartialContent): ReadonlyMap<string, PartialProduct> => {
    const products = new Map<string, PartialProduct>();
    for (const product of content.products) {
      const { sku } = product;
      products.set(sku, products.has(sku) ? { ...product, product: {} } : product);
    }
    return products;
  },
);

const groupsOf = onceFor(
  (table: PartialTable<ProductRow>): Groups<ProductRow> => groupBy(table.rows, ({ sku }) => sku),
);

/** Returns the rows of each SKU, in the order of the file. Computed once per table. */
export function rowsBySku<Row extends ProductRow>(table: PartialTable<Row>): Groups<Row> {
  return groupsOf(table) as Groups<Row>;
}

/** Yields the rows of each existing product; `unknown-product` reports the others. */
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

/** Returns `the row` or `the 3 rows`, for the remedy in a message. */
export function theRows({ length }: readonly unknown[]): string {
  return length === 1 ? 'the row' : `the ${length} rows`;
}
