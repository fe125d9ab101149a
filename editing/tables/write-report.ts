/** Renders the refused rows of a table as CSV, which users correct and use as input. */
import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { formatCount } from '../../console/format-count.ts';
import { byteOrderMark, createRowWriter } from '../../contract/spreadsheet.ts';
import type { ForeignRow, ForeignTable } from './foreign-table.ts';

/** A row of a table that a command could not use, and a suggested correction if there is one. */
export interface RefusedRow {
  readonly row: ForeignRow;
  readonly problem: string;
  readonly suggestion?: string | undefined;
}

/** Returns a free path for refused rows, such as `stock.unmatched.csv`, or one that has this text already. */
export function reportFile(file: string, what: string, text: string): string {
  const start = `${file.slice(0, file.length - extname(file).length)}.${what}`;
  for (let number = 1; ; number += 1) {
    const path = `${start}${number === 1 ? '' : `-${number}`}.csv`;
    if (!existsSync(path) || readFileSync(path, 'utf8') === text) return path;
  }
}

/** Returns refused rows as CSV. */
export function formatReport(
  { columns, separator }: Pick<ForeignTable<string>, 'columns' | 'separator'>,
  refused: readonly RefusedRow[],
): string {
  // A spreadsheet that writes semicolons does not split at commas.
  const write = createRowWriter(separator === ';' ? 'fr-CA' : 'en-CA');
  const own = columns.filter((name) => !reportColumns.includes(name));
  const rows = refused.map(({ row, problem, suggestion }) =>
    write([...own.map((name) => row.cells[name]), problem, suggestion]),
  );
  return `${byteOrderMark}${write([...own, ...reportColumns])}${rows.join('')}`;
}

const reportColumns = ['problem', 'suggestion'];

const shownRows = 10;

/** Returns messages about the first refused rows, and the file (`report`) with all of them. */
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
    `${formatCount(refused.length, `row of ${file} was left out; correct it`, `rows of ${file} were left out; correct them`)} in ${report} and use that file as input`,
  ];
}
