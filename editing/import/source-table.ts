/**
 * Reads a table of another system (the source of an import, such as a shop) and accesses its cells.
 */
import { explainSpreadsheet } from '../../build/content/rules/value-formats.ts';
import { type ForeignRow, type ForeignTable, readForeignTable } from '../tables/foreign-table.ts';
import { readBytes } from '../tables/read-bytes.ts';
import { type ColumnMap, foldName, type TableForm } from '../tables/table-form.ts';
import type { NeutralTable } from './neutral.ts';
import type { Omissions } from './omissions.ts';
import type { Report } from './report.ts';

/** A row of a table that is imported from another system. */
export type SourceRow = ForeignRow;
/** A table of another system, whose columns are accessed by name. */
export type SourceTable = ForeignTable<string>;

/**
 * Converts the tables of one kind of source, such as the exports of Shopify, to the neutral table, which does not
 * depend on the shop system.
 */
export interface TableReader {
  /** The columns that a table of the source must have. */
  readonly form: TableForm<string>;
  /** Field → column, as assigned by the user; undefined if the source has no option for this. */
  readonly map?: ColumnMap<string>;
  /** Converts a table of the source to the neutral table. Items that are left out are added to `omissions`. */
  readonly read: (table: SourceTable, omissions: Omissions) => NeutralTable;
}

/**
 * Reads the table in an exported file, and adds its rows without data, such as totals, to the report. Throws an
 * `ExpectedError` if the file cannot be read or lacks the required columns.
 */
export async function readSourceTable(
  file: string,
  columns: Pick<TableReader, 'form' | 'map'>,
  report: Report,
): Promise<SourceTable> {
  const table = await readForeignTable(file, await readBytes(file), columns);
  report.note('left out', 'rows without data', table.notes);
  return table;
}

/**
 * Returns two functions that find a column by several possible names: `read` returns its cell in a row, and `has`
 * returns whether it exists. The first name that the table has is used. Names are compared without case, accents,
 * spaces and punctuation.
 */
export function createCellReader(columns: readonly string[]) {
  const byName = new Map(columns.map((column) => [foldName(column), column]));
  const known = new Map<string, string | undefined>();
  const find = (name: string): string | undefined => {
    if (!known.has(name)) known.set(name, byName.get(foldName(name)));
    return known.get(name);
  };
  const findFirst = (names: readonly string[]) =>
    names.map(find).find((column) => column !== undefined);
  return {
    /**
     * Returns the cell in the first column of `names` that the table has, or an empty string if the table has
     * none of them.
     */
    read(row: SourceRow, ...names: readonly string[]): string {
      const column = findFirst(names);
      return column === undefined ? '' : (row.cells[column] ?? '');
    },
    has: (...names: readonly string[]): boolean => findFirst(names) !== undefined,
  };
}

/** Removes a leading apostrophe before a digit. Shopify writes it so that spreadsheets treat the digits as text. */
export function withoutApostrophe(cell: string): string {
  return cell.replace(/^['’](?=\d)/, '');
}

/** Returns true for `TRUE` in any case, and for `VRAI`, which French Excel makes of it. */
export function isTrue(cell: string): boolean {
  return /^(true|vrai)$/i.test(cell);
}

/** Returns true for `FALSE` in any case, and for `FAUX`, which French Excel makes of it. */
export function isFalse(cell: string): boolean {
  return /^(false|faux)$/i.test(cell);
}

/**
 * Returns a message with the problem and the remedy if a spreadsheet has probably changed an id or a size, such as
 * `10-12` to `10-dec`, otherwise undefined. `what` names the value in the message, such as `a SKU`. A month in capitals
 * is no damage: spreadsheets write `10-Mar` or `10-mars`, but never `MAR-10`.
 */
export function explainDamage(text: string, what: string): string | undefined {
  return /[A-Z]{3}/.test(text) ? undefined : explainSpreadsheet(text, what);
}
