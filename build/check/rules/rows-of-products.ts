/** Groups the rows of a table by product. */
import type { WithLine } from '../../content/content.ts';
import { groupBy } from '../../content/group-by.ts';
import type {
  FaultyRow,
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

/**
 * Returns a table whose `rows` include the faulty rows with valid cells in all of `columns`, so that a rule that needs
 * only these columns finds the mistakes of these rows too. Returns the table itself if it has no faulty rows.
 */
export function withFaultyRows<Row, Column extends keyof Row>(
  table: PartialTable<Row>,
  columns: readonly Column[],
): PartialTable<Pick<Row, Column>> {
  if (table.faulty.length === 0) return table as PartialTable<Pick<Row, Column>>;
  const isUsable = ({ cells }: FaultyRow<Row>) => columns.every((column) => column in cells);
  const usable = table.faulty.filter(isUsable).map(({ cells }) => cells as WithLine<Row>);
  const rows = [...table.rows, ...usable].sort((a, b) => a.line - b.line);
  const faulty = table.faulty.filter((row) => !isUsable(row));
  return { ...table, rows, faulty } as PartialTable<unknown> as PartialTable<Pick<Row, Column>>;
}

/** Returns true if a row of the SKU is faulty, so that `rows` of the table lacks it. */
export function hasFaultyRow({ faulty }: PartialTable<unknown>, sku: string): boolean {
  return faulty.some((row) => row.sku === sku);
}

/** Returns `the row` or `the 3 rows`, for use in messages. */
export function formatRowCount({ length }: { readonly length: number }): string {
  return length === 1 ? 'the row' : `the ${length} rows`;
}
