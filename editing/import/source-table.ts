/** Reads a table of another system and finds its cells. */
import { type ForeignRow, type ForeignTable, readForeignTable } from '../tables/foreign-table.ts';
import { readBytes } from '../tables/read-bytes.ts';
import { type ColumnMap, foldName, type TableForm } from '../tables/table-form.ts';
import type { NeutralTable } from './neutral.ts';
import type { Omissions } from './omissions.ts';
import type { Report } from './report.ts';

export type SourceRow = ForeignRow;
export type SourceTable = ForeignTable<string>;

/** Converts the table of a source to the neutral table. */
export interface TableReader {
  /** The columns that a table of the source must have. */
  readonly form: TableForm<string>;
  /** The names of these columns, if the user mapped them. */
  readonly map?: ColumnMap<string>;
  readonly read: (table: SourceTable, omissions: Omissions) => NeutralTable;
}

/**
 * Reads a file of a source; records rows without data. Throws `ExpectedError` if the file is not of the
 * source.
 */
export async function readSourceTable(
  file: string,
  { form, map = {} }: Pick<TableReader, 'form' | 'map'>,
  report: Report,
): Promise<SourceTable> {
  const table = await readForeignTable(file, await readBytes(file), { form, map });
  report.note('left out', 'rows without data', table.notes);
  return table;
}

/**
 * Creates functions that find a cell by the first of several column names that the table has, compared with
 * `foldName`.
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
    /** Returns an empty string if the table has no such column. */
    read(row: SourceRow, ...names: readonly string[]): string {
      const column = findFirst(names);
      return column === undefined ? '' : (row.cells[column] ?? '');
    },
    has: (...names: readonly string[]): boolean => findFirst(names) !== undefined,
  };
}

/** Removes the apostrophe that Shopify writes before digits so that spreadsheets keep them. */
export function withoutApostrophe(cell: string): string {
  return cell.replace(/^['’](?=\d)/, '');
}
