/** Writes rows that a command refused, so that users can correct them and import them again. */
import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { byteOrderMark, createRowWriter } from '../../contract/spreadsheet.ts';
import type { ForeignRow, ForeignTable } from './foreign-table.ts';

/** A refused row, its problem, and a suggestion. */
export interface RefusedRow {
  readonly row: ForeignRow;
  readonly problem: string;
  readonly suggestion?: string | undefined;
}

/**
 * Returns the path for refused rows: `stock.unmatched.csv` next to `stock.xlsx`, or `stock.unmatched-2.csv`
 * and so on. Never returns a file with other content, because a user may be correcting it.
 */
export function reportFile(file: string, what: string, text: string): string {
  const start = `${file.slice(0, file.length - extname(file).length)}.${what}`;
  for (let number = 1; ; number += 1) {
    const path = `${start}${number === 1 ? '' : `-${number}`}.csv`;
    if (!existsSync(path) || readFileSync(path, 'utf8') === text) return path;
  }
}

/** Returns the rows as CSV, with their columns and two more. */
export function formatReport(
  { columns, separator }: Pick<ForeignTable<string>, 'columns' | 'separator'>,
  refused: readonly RefusedRow[],
): string {
  // A spreadsheet that wrote semicolons does not read commas.
  const write = createRowWriter(separator === ';' ? 'fr-CA' : 'en-CA');
  const own = columns.filter((name) => !reportColumns.includes(name));
  const rows = refused.map(({ row, problem, suggestion }) =>
    write([...own.map((name) => row.cells[name]), problem, suggestion]),
  );
  return `${byteOrderMark}${write([...own, ...reportColumns])}${rows.join('')}`;
}

const reportColumns = ['problem', 'suggestion'];

const shownRows = 10;

/** Returns a line for each of the first rows, and the path of the file with all of them. */
export function noteRefused(
  file: string,
  refused: readonly RefusedRow[],
  report: string,
): string[] {
  if (refused.length === 0) return [];
  const lines = refused.slice(0, shownRows).map(({ row, problem, suggestion }) => {
    const hint = suggestion === undefined ? '' : `; did you mean "${suggestion}"?`;
    return `${file}:${row.line}: ${problem}${hint}`;
  });
  const more = refused.length - shownRows;
  return [
    ...lines,
    ...(more > 0 ? [`… and ${more} more`] : []),
    `${refused.length} rows of ${file} were left out; correct them in ${report} and use that file as input`,
  ];
}
