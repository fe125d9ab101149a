/** The rows of each product in tables, and functions that create the `check` method of rules about rows. */
import type { WithLine } from '../../content/content.ts';
import type { Fault } from '../../content/findings/finding.ts';
import { groupBy } from '../../content/group-by.ts';
import { memoize } from '../../content/memoize.ts';
import type {
  FaultyRow,
  PartialContent,
  PartialProduct,
  PartialTable,
} from '../../content/partial-content.ts';
import type { ContentRule } from './rule.ts';

interface ProductRow {
  readonly sku: string;
}
type TablesOf<Row> = (content: PartialContent) => readonly PartialTable<Row>[];
type ProductWithRows<Row> = PartialProduct & { readonly rows: readonly WithLine<Row>[] };

/** Returns the MSRP table, then the table of net prices of each tier. */
export const priceTables = ({ msrp, net }: PartialContent) => [msrp, ...net.values()];
export const stockTables = ({ inventory }: PartialContent) => [inventory];
export const surchargeTables = ({ surcharges }: PartialContent) => [surcharges];
export const variantTables = ({ variants }: PartialContent) => [variants];

/** Returns SKU → product. */
export const productsBySku = memoize(
  ({ products }: PartialContent): ReadonlyMap<string, PartialProduct> =>
    new Map(products.map((product) => [product.sku, product])),
);

/** Returns SKU → rows of the table with this SKU, in the order of the file. Computed once per table. */
export const rowsBySku = memoize((table: PartialTable<ProductRow>) =>
  groupBy(table.rows, ({ sku }) => sku),
) as <Row extends ProductRow>(
  table: PartialTable<Row>,
) => ReadonlyMap<string, readonly WithLine<Row>[]>;

/** Yields each product that has rows in a table, with these rows. The `unknown-product` rules report other rows. */
export function* rowsOfProducts<Row extends ProductRow>(
  content: PartialContent,
  table: PartialTable<Row>,
): Generator<ProductWithRows<Row>> {
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

/** Returns the `check` method of a rule about each row with valid cells in `columns`, which has at most one fault. */
export function checkEachRow<Row, Column extends keyof Row>(
  tablesOf: TablesOf<Row>,
  columns: readonly Column[],
  check: (
    row: WithLine<Pick<Row, Column>>,
    content: PartialContent,
  ) => Omit<Fault, 'file' | 'line'> | false | undefined,
): ContentRule['check'] {
  return function* (content) {
    for (const table of tablesOf(content)) {
      for (const row of withFaultyRows(table, columns).rows) {
        const fault = check(row, content);
        if (fault) yield { file: table.file, line: row.line, ...fault };
      }
    }
  };
}

/** Returns the `check` method of a rule about the rows of each product with valid cells in `columns`. */
export function checkProductRows<Row extends ProductRow, Column extends keyof Row>(
  tablesOf: TablesOf<Row>,
  columns: readonly Column[],
  check: (
    product: ProductWithRows<Pick<Row, Column>> & { readonly table: PartialTable<unknown> },
    content: PartialContent,
  ) => Iterable<Omit<Fault, 'file'>>,
): ContentRule['check'] {
  return function* (content) {
    for (const all of tablesOf(content)) {
      const table = withFaultyRows(all, ['sku', ...columns]);
      for (const product of rowsOfProducts(content, table)) {
        for (const fault of check({ ...product, table }, content)) {
          yield { file: table.file, ...fault };
        }
      }
    }
  };
}
