/**
 * Reads a table of another system (the source of an import, such as a shop) and accesses its cells.
 */
import { explainSpreadsheet, isSpreadsheetError } from '../../build/content/rules/value-formats.ts';
import { type ForeignRow, type ForeignTable, readForeignTable } from '../tables/foreign-table.ts';
import { readBytes } from '../tables/read-bytes.ts';
import { type ColumnMap, foldName, type TableForm } from '../tables/table-form.ts';
import type { NeutralTable } from './neutral.ts';
import type { Omissions } from './omissions.ts';
import type { KnownOptions } from './options/import-options.ts';
import type { Report } from './report.ts';

/** A row of a table that is imported from another system. */
export type SourceRow = ForeignRow;
/** A table of another system, whose columns are accessed by name. */
export type SourceTable = ForeignTable<string>;

/**
 * Converts the tables of one source, such as the exports of Shopify, to the neutral table, which does not depend on the
 * shop system.
 */
export interface TableReader {
  /** The columns that a table of the source must have. */
  readonly form: TableForm<string>;
  /** Field → column, as the user assigns them with `--map`; undefined for a source without this option. */
  readonly map?: ColumnMap<string>;
  /**
   * Converts a table of the source to the neutral table. Items that are left out are added to `omissions`. `options`
   * are the import options that the user has set.
   */
  readonly read: (table: SourceTable, omissions: Omissions, options: KnownOptions) => NeutralTable;
}

/**
 * Reads the table in an exported file, and adds its rows without data, such as totals, to the report. Throws an
 * `ExpectedError` if the file is missing or unreadable as a table, is ambiguous, or lacks the required columns, and
 * other file-system errors.
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
 * Returns a copy of a table in which each cell with a spreadsheet error is empty, and adds these cells to `omissions`.
 * An example of such an error is `#NAME?`, which spreadsheets write in place of a text that begins with a hyphen.
 */
export function omitErrors(table: SourceTable, omissions: Omissions): SourceTable {
  const rows = table.rows.map((row) => {
    const errors = Object.entries(row.cells).filter(([, cell]) => isSpreadsheetError(cell));
    for (const [column, cell] of errors) {
      omissions.add('cells with the error of a spreadsheet', {
        ...{ name: `line ${row.line}, ${column}: "${cell}"`, row },
        advice: 'write the value again, or export again and do not open the file in a spreadsheet',
      });
    }
    const emptied = Object.fromEntries(errors.map(([column]) => [column, '']));
    return errors.length === 0 ? row : { ...row, cells: { ...row.cells, ...emptied } };
  });
  return { ...table, rows };
}

/**
 * Reads the cells of a table whose columns may have different names. The caller gives all possible names of a column;
 * the first of them that the table has is used.
 */
export interface CellReader {
  /** Returns the cell of a row, or an empty string if the table has none of the columns `names`. */
  readonly read: (row: SourceRow, ...names: readonly string[]) => string;
  /** Returns the name of the column in the table; undefined if the table has none of the columns `names`. */
  readonly columnOf: (...names: readonly string[]) => string | undefined;
}

/**
 * Returns a `CellReader` that finds a column by its exact name, otherwise by its name without case, accents, spaces
 * and punctuation; of several such columns, it reads the first.
 */
export function createCellReader(columns: readonly string[]): CellReader {
  const byName = new Map(columns.map((column) => [foldName(column), column] as const).reverse());
  const known = new Map<string, string | undefined>();
  const find = (name: string): string | undefined => {
    if (!known.has(name)) {
      known.set(name, columns.includes(name) ? name : byName.get(foldName(name)));
    }
    return known.get(name);
  };
  const columnOf = (...names: readonly string[]) =>
    names.map(find).find((column) => column !== undefined);
  return {
    read(row, ...names) {
      const column = columnOf(...names);
      return column === undefined ? '' : (row.cells[column] ?? '');
    },
    columnOf,
  };
}

/** Removes the time from a date such as `2026-11-24 00:00:00`. Does not check whether the rest is a day. */
export function dayOf(date: string): string {
  return date.replace(/[T ]\d{1,2}:\d\d.*$/, '');
}

/**
 * Returns a message with the problem and the remedy if a spreadsheet has probably changed an id or a size to a date
 * (`10-12` to `10-dec`) or to a number (`6.29E+12`), otherwise undefined. An intact id such as `2E10` gets the message,
 * too. `what` names the value in the message, such as `a SKU`. A month in capitals is no damage: spreadsheets write
 * `10-Mar` or `10-mars`, but never `MAR-10`.
 */
export function explainDamage(text: string, what: string): string | undefined {
  return /[A-Z]{3}/.test(text) ? undefined : explainSpreadsheet(text, what);
}

/**
 * If a spreadsheet has probably changed the SKU of a style, adds the style to `omissions` and returns true; otherwise
 * returns false. `sku` must be the text of the cell, not converted to upper case: `10-mars` is recognized as changed
 * to a date, but `10-MARS` counts as an intact SKU.
 */
export function omitChangedSku(sku: string, row: SourceRow, omissions: Omissions): boolean {
  const advice = explainDamage(sku, 'a SKU');
  if (advice === undefined) return false;
  omissions.add('SKUs that a spreadsheet changed', { name: sku, row, advice });
  return true;
}
