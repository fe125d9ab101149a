/** Rules about CSV tables as a whole (RFC 4180): separators, quotes, and the columns that the first line names. */
import type { CsvError } from 'csv-parse/sync';
import type { z } from 'zod';
import { cellsOf, type Row } from '../csv-rows.ts';
import type { FaultInFile, Rule } from '../findings/finding.ts';
import { suggest } from '../findings/suggest.ts';
import { explainInvisible } from './text-rules.ts';

export const separator: Rule = {
  id: 'csv/separator',
  severity: 'error',
  summary: 'The columns of a table are separated by commas, its rows by line breaks (LF or CRLF).',
  remedy:
    'French Excel writes semicolons: save as “CSV UTF-8” with the list separator of the system set to a comma, or replace the semicolons, and decimal commas by points.',
  example: { file: 'inventory.csv', valid: 'sku,color,size,', broken: 'sku;color;size;' },
};

export const quotes: Rule = {
  id: 'csv/quotes',
  severity: 'error',
  summary: 'A quoted cell begins and ends with ", and a " inside it is written twice (RFC 4180).',
  remedy: 'Close the quote, double it, or remove it; remove spaces around a quoted cell.',
  example: { file: 'prices/msrp.csv', valid: 'BAG-5,CAD', broken: '"BAG"-5,CAD' },
};

export const columns: Rule = {
  id: 'csv/columns',
  severity: 'error',
  summary: 'The first line of a table has the name of each column once, and no other name.',
  remedy: 'Correct the first line; the order of the columns is free.',
  example: { file: 'prices/msrp.csv', valid: 'regularPrice', broken: 'regular price' },
};

export const separatorNames: Readonly<Record<string, string>> = {
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

/** Explains a line whose cells are separated by `mark`; by a comma only if the line is in quotes as a whole. */
export function explainSeparator(mark: string): string {
  return mark === ','
    ? 'the whole line is one cell in quotes; remove the quotes around each line'
    : `columns are separated by ${separatorNames[mark]}; separate them by commas, write numbers with a decimal point`;
}

/** Returns the fault of a first line that has other separators or line breaks, or is the setting `sep=` of Excel. */
export function findSeparator(line: string, names: readonly string[]): FaultInFile | undefined {
  const carriageReturn = line.indexOf('\r');
  if (carriageReturn !== -1) {
    const message = 'lines end with a carriage return only; save the table as “CSV UTF-8”';
    return { span: [carriageReturn, 1], message };
  }
  const span = [0, line.length] as const;
  if (/^sep=.?$/i.test(line)) {
    const message =
      'the first line is a setting of Excel; remove it, so that the table begins with the names of its columns';
    return { span, message };
  }
  const isQuoted = /^"[^"]*"$/.test(line);
  const mark = [...Object.keys(separatorNames), ...(isQuoted ? [','] : [])].find((each) => {
    const parts = line.split(each).map((name) => name.replaceAll('"', '').trim().toLowerCase());
    return parts.length > 1 && names.some((name) => parts.includes(name.toLowerCase()));
  });
  return mark === undefined ? undefined : { span, message: explainSeparator(mark) };
}

/**
 * Returns the fault of the table `text` for which the CSV parser throws `error`, at the line where the wrong quote
 * opens, which may be many lines above the line that the parser reports.
 */
export function explainQuotes(error: CsvError, text: string) {
  const noticed = Number(error['lines'] ?? 1);
  const line = openingLine(text, noticed);
  const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED' || line < noticed;
  const message = isOpen
    ? 'the quote that opens in this row is not closed in its cell'
    : 'a " inside a cell must be doubled, the cell quoted, and no space left outside its quotes';
  return { line, message };
}

/** Returns the last line up to `last` that does not begin inside a quoted cell. */
function openingLine(text: string, last: number): number {
  let [opening, isOpen] = [1, false];
  for (const [at, line] of text.split('\n', last).entries()) {
    if (!isOpen) opening = at + 1;
    if (line.split('"').length % 2 === 0) isOpen = !isOpen;
  }
  return opening;
}

/**
 * The column of each cell of a row: the one that the first line names or, with a misspelt name, resembles; undefined if
 * the name is unknown.
 */
export type TableHeader = readonly (string | undefined)[];

/** Returns the columns that a table must have: those whose cells may not be undefined in the schema of a row. */
export function requiredColumns({ shape }: z.ZodObject): readonly string[] {
  return Object.keys(shape).filter(
    (name) => !(shape[name] as z.ZodType).safeParse(undefined).success,
  );
}

/**
 * Returns the column for which each name in the first line stands, and the faults of the names. The columns are
 * undefined if the rows cannot be read, because a required column is missing or a column is repeated.
 */
export function readHeader(header: readonly string[], schema: z.ZodObject) {
  const names = Object.keys(schema.shape);
  const meant = intendedColumns(header, names);
  const missing = requiredColumns(schema).filter((name) => !meant.includes(name));
  if (meant.every((name) => name === undefined)) {
    const message = `the first line must name the columns ${missing.join()}`;
    return { columns: undefined, faults: [{ line: 1, message }] };
  }
  const unknown = new Set(header.filter((name, at) => name !== '' && meant[at] === undefined));
  // The only unknown name is probably that of the only missing column.
  const [likely] = missing.length === 1 && unknown.size === 1 ? missing : [];
  const faults = header.flatMap((name, at): FaultInFile[] => {
    const isRepeated = header.indexOf(name) !== at;
    if (name === '') {
      const message = `cell ${at + 1} of the first line is empty; name or remove the column`;
      return [{ line: 1, message }];
    }
    if (name === meant[at]) {
      return isRepeated ? [{ line: 1, message: `the column "${name}" is listed twice` }] : [];
    }
    // The fault of the first cell with this name is about all of them.
    if (isRepeated) return [];
    const suggestion = meant[at] ?? likely;
    const problem = explainInvisible(name, suggestion) ?? 'is not a column of this table';
    const fault = { line: 1, column: name, message: `"${name}" ${problem}`, allowed: names };
    return [suggestion === undefined ? fault : { ...fault, suggestion }];
  });
  if (missing.length > 0 && likely === undefined) {
    const message = `the first line lacks ${missing.join(', ')}`;
    faults.push({ line: 1, message, allowed: names });
  }
  const isRepeated = names.some((name) => meant.indexOf(name) !== meant.lastIndexOf(name));
  return { columns: isRepeated || missing.length > 0 ? undefined : meant, faults };
}

/** A misspelt name stands for the missing column that it alone resembles. */
function intendedColumns(header: readonly string[], names: readonly string[]): TableHeader {
  const missing = names.filter((name) => !header.includes(name));
  const meant = header.map((name) => (names.includes(name) ? name : suggest(name, missing)));
  return meant.map((name, at) => {
    const isCertain = header[at] === name || meant.indexOf(name) === meant.lastIndexOf(name);
    return isCertain ? name : undefined;
  });
}

/** Number of rows that are examined to find exchanged columns; fewer than three do not show a pattern. */
const [minRows, maxRows] = [3, 100];

/**
 * Returns the fault of a table in which the cells of two columns are exchanged, and the columns in the order that is
 * meant: nearly no row fits as it is, and nearly every row if the two cells change places. `fits` returns true if a cell
 * is valid in a column.
 */
export function findExchanged(
  header: TableHeader,
  rows: readonly Row[],
  fits: (column: string, cell: string) => boolean,
): { readonly columns: TableHeader; readonly fault: FaultInFile } | undefined {
  const sample = rows
    .slice(0, maxRows)
    .map(cellsOf)
    .filter((cells) => cells.length === header.length);
  if (sample.length < minRows) return undefined;
  const share = (column: string, at: number) =>
    sample.filter((cells) => fits(column, cells[at] as string)).length / sample.length;
  for (const [first, one] of header.entries()) {
    for (const [second, other] of header.entries()) {
      if (second <= first || one === undefined || other === undefined) continue;
      const isWrong = Math.min(share(one, first), share(other, second)) < 0.1;
      if (!isWrong || share(one, second) <= 0.9 || share(other, first) <= 0.9) continue;
      const message = `the columns "${one}" and "${other}" are exchanged: each has the cells of the other; exchange their names in the first line`;
      return {
        columns: header.with(first, other).with(second, one),
        fault: { line: 1, column: one, message },
      };
    }
  }
  return undefined;
}
