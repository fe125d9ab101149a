/**
 * Three-way merge of a CSV table: the version of the last import, the version that editors changed, and the
 * version of this import.
 */
import { ExpectedError } from '../../../console/errors.ts';
import { openTable, type RowCells } from '../../text/csv-text.ts';

/** Pattern of a table's path → the columns that identify a row (the key). The other columns are values. */
const keyColumns: readonly (readonly [file: RegExp, columns: readonly string[]])[] = [
  [/^prices\/(msrp|net-.+)\.csv$/, ['sku', 'currency', 'minQuantity', 'from']],
  [/^prices\/surcharges\.csv$/, ['sku', 'currency', 'size', 'list']],
  [/^inventory\.csv$/, ['sku', 'color', 'size', 'location']],
  [/^variants\.csv$/, ['sku', 'color', 'size']],
  [/^active-products\.csv$/, ['sku', 'company']],
];

/**
 * Options of `mergeTable`: the path of the table, functions that test rows and products, and a callback for
 * rows that keep the editors' values.
 */
export interface TableMerge {
  /** Path within the content folder. */
  readonly file: string;
  /**
   * Returns true if the content has the row's product, with the row's colour, size and currency. A row of this import
   * for which it returns false is not written; if the table has the row and editors have not changed it, it is removed.
   */
  readonly accepts: (row: RowCells) => boolean;
  /** Returns true if the last import had the product and this import does not. The rows of such products stay. */
  readonly isGone: (sku: string) => boolean;
  /**
   * Called for each row to which this import does not write its own values, because editors changed, added or removed
   * the row. `row` is its key, such as `TEE-1 CAD 12`. `isNew` is true if the values in the source have changed since
   * the last import, too.
   */
  readonly onKept: (row: string, isNew: boolean) => void;
}

/** The result of merging a table: the text to write, and the text that the next import compares with (`base`). */
interface MergedTable {
  readonly text: string;
  /** The table of this import, with the rows of the last import for products that the source no longer has. */
  readonly base: string;
}

/**
 * Merges three versions of a CSV table: `base` of the last import, `current` of the editors, and `next` of this import.
 * The result has two tables:
 * - `text`, which is to be written: `current` with the differences between `base` and `next` applied. Rows and columns
 *   that editors added stay, rows that they changed keep all their values, and rows that they removed stay removed.
 * - `base`, which is to be stored as the `base` of the next import: `next` with the old rows of products that the
 *   source no longer has (`isGone`).
 * Throws an `ExpectedError` if a table cannot be read or `current` has no column `sku`.
 */
export function mergeTable(
  texts: { readonly base: string; readonly current: string; readonly next: string },
  { file, accepts, isGone, onKept }: TableMerge,
): MergedTable {
  const keys = keyColumns.find(([pattern]) => pattern.test(file))?.[1] ?? [];
  const keyOf = (row: RowCells) => JSON.stringify(keys.map((column) => row[column] ?? ''));
  const nameOf = (row: RowCells) => keys.flatMap((column) => row[column] || []).join(' ');
  const nextTable = openTable(texts.next, file);
  const baseTable = openTable(texts.base, file);
  // Also columns that this import does not need any more, such as the last day of a price: their cells are emptied.
  nextTable.addColumns(baseTable.columns);
  const baseRows = new Map(baseTable.rows.map(({ cells }) => [keyOf(cells), cells]));
  for (const cells of baseRows.values()) {
    if (!isGone(cells['sku'] ?? '')) continue;
    nextTable.add(cells);
  }
  const nextRows = new Map(nextTable.rows.map(({ cells }) => [keyOf(cells), cells]));
  const table = openTable(texts.current, file);
  // Rows without a SKU, as in a table that was saved with semicolons, would count as those of editors.
  if (!table.columns.includes('sku')) {
    throw new ExpectedError(`${file} has no column sku; npm run build reports the reason`);
  }
  table.addColumns(nextTable.columns);
  // A last day that editors set belongs to the price also if the import has no days: other prices follow it.
  const isValue = (column: string) => nextTable.columns.includes(column) || column === 'until';
  const values = table.columns.filter((column) => !keys.includes(column) && isValue(column));
  const isSame = (one: RowCells, other: RowCells | undefined) =>
    other !== undefined && values.every((column) => (one[column] ?? '') === (other[column] ?? ''));
  const known = new Set<string>();
  const lastOfSku = new Map<string, ReturnType<typeof table.add>>();
  for (const row of table.rows) {
    const { cells } = row;
    const key = keyOf(cells);
    known.add(key);
    const [base, found] = [baseRows.get(key), nextRows.get(key)];
    const next = found !== undefined && accepts(found) ? found : undefined;
    const isUnchanged = isSame(cells, base);
    let kept = row;
    if (next !== undefined && !isSame(cells, next)) {
      if (isUnchanged) kept = table.change(row, pick(next, values));
      else onKept(nameOf(cells), !isSame(next, base));
    } else if (next === undefined && isUnchanged) {
      table.remove(row);
      continue;
    }
    lastOfSku.set(cells['sku'] ?? '', kept);
  }
  for (const [key, cells] of nextRows) {
    if (known.has(key) || !accepts(cells)) continue;
    const base = baseRows.get(key);
    // Editors removed it.
    if (base !== undefined) onKept(nameOf(cells), !isSame(cells, base));
    else lastOfSku.set(cells['sku'] ?? '', table.add(cells, lastOfSku.get(cells['sku'] ?? '')));
  }
  return { text: table.toText(), base: nextTable.toText() };
}

function pick(cells: RowCells, columns: readonly string[]): RowCells {
  return Object.fromEntries(columns.map((column) => [column, cells[column] ?? '']));
}
