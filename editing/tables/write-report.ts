/** Writes rows that a command did not take, for people to correct them and give them back. */
import { extname } from 'node:path';
import { byteOrderMark, createRowWriter } from '../../contract/spreadsheet.ts';
import type { ForeignRow, ForeignTable } from './foreign-table.ts';

/** A row that was not taken, what is wrong with it, and what was probably meant. */
export interface RefusedRow {
  readonly row: ForeignRow;
  readonly problem: string;
  readonly suggestion?: string | undefined;
}

/** Returns where such rows are written: `stock.unmatched.csv` beside `stock.xlsx`. */
export function reportFile(file: string, what: string): string {
  return `${file.slice(0, file.length - extname(file).length)}.${what}.csv`;
}

/** Returns the rows as CSV, with the columns that they had and two more. */
export function formatReport(
  { columns, separator }: Pick<ForeignTable<string>, 'columns' | 'separator'>,
  refused: readonly RefusedRow[],
): string {
  // The spreadsheet that wrote semicolons reads no commas.
  const write = createRowWriter(separator === ';' ? 'fr-CA' : 'en-CA');
  const own = columns.filter((name) => !reportColumns.includes(name));
  const rows = refused.map(({ row, problem, suggestion }) =>
    write([...own.map((name) => row.cells[name]), problem, suggestion]),
  );
  return `${byteOrderMark}${write([...own, ...reportColumns])}${rows.join('')}`;
}

const reportColumns = ['problem', 'suggestion'];
