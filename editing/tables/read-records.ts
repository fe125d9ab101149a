/** Reads a file, and its rows before its header is known: CSV in its variants, or a sheet of a workbook. */

import { readFile, stat } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse/sync';
import readSheets, { readSheet, type SheetData } from 'read-excel-file/node';
import { explainQuotes } from '../../build/content/rules/csv-table-rules.ts';
import { ExpectedError } from '../../console/errors.ts';
import { withoutProtection } from '../../contract/spreadsheet.ts';
import { decodeText } from './decode-text.ts';
import { findZeroPadding, type ZeroPadding } from './zero-padding.ts';

/** A row of a table: its cells as text, and its line or row of the sheet, counted from 1. */
export interface TableRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

const separators = [',', ';', '\t', '|'] as const;
/** A character that separates the cells of a text file. */
export type Separator = (typeof separators)[number];

/** Number of rows that are searched for the header: reports have titles and dates above it. */
export const searchedRows = 100;

/** Returns true if the bytes begin a zip archive, which every workbook (.xlsx) is. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PK\x03\x04';
}

/** Returns the rows of a sheet; without a name, of the first with a header. Throws an `ExpectedError`. */
export async function readWorkbook(
  file: string,
  bytes: Buffer,
  sheet: string | undefined,
  isHeader: (cells: readonly string[]) => boolean,
): Promise<TableRecord[]> {
  try {
    if (sheet !== undefined) {
      return toRecords(await readSheet(bytes, sheet), findZeroPadding(bytes).get(sheet));
    }
    const all = await readSheets(bytes);
    const padding = findZeroPadding(bytes);
    const sheets = all.map(({ sheet: name, data }) => toRecords(data, padding.get(name)));
    const hasHeader = (records: readonly TableRecord[]) =>
      records.slice(0, searchedRows).some(({ cells }) => isHeader(cells));
    return sheets.find(hasHeader) ?? sheets[0] ?? [];
  } catch (cause) {
    const { name, message, sheets = [] } = cause as Error & { sheets?: string[] };
    if (name === 'SheetNotFoundError') {
      throw new ExpectedError(`${file} has no sheet "${sheet}"; it has: ${sheets.join(', ')}`, {
        cause,
      });
    }
    if (message.includes('file not found inside')) {
      throw new ExpectedError(
        `${file} is a zip archive without a workbook (.xlsx); unzip it, or open it in its program and save it as .xlsx`,
        { cause },
      );
    }
    throw new ExpectedError(
      `${file} cannot be read as a workbook (${message}); open it in a spreadsheet and save it as .xlsx`,
      { cause },
    );
  }
}

function toRecords(
  rows: SheetData | undefined = [],
  padding: ZeroPadding = new Map(),
): TableRecord[] {
  const cellOf = (cell: unknown, line: number, column: number) => {
    const text = toText(cell);
    const digits = padding.get(`${line}:${column}`);
    return digits === undefined || !/^\d+$/.test(text) ? text : text.padStart(digits, '0');
  };
  return rows.map((row, at) => ({
    line: at + 1,
    cells: row.map((cell, column) => cellOf(cell, at + 1, column + 1)),
  }));
}

/** Converts a cell of a sheet to text: dates to `2027-01-31`, numbers to digits without exponent. */
function toText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) {
    // Workbooks store a time as a fraction of a day: 08:30 is read as 08:29:59.999.
    const rounded = new Date(Math.round(cell.getTime() / 1000) * 1000);
    return rounded.toISOString().replace(/T00:00.*|:\d\d\.\d+Z$/, '');
  }
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return typeof cell === 'number' ? toPlainNumber(cell) : cleanCell(String(cell));
}

/** Formats a number with at most 15 digits, the precision of spreadsheets; further digits are rounding errors. */
function toPlainNumber(number: number): string {
  return Number(number.toPrecision(15)).toLocaleString('en', {
    useGrouping: false,
    maximumFractionDigits: 20,
  });
}

/** Trims a cell, and removes what makes spreadsheets show it as text: `="0123"` and `'-5`. */
function cleanCell(cell: string): string {
  const text = cell.trim();
  return /^="([^"]*)"$/.exec(text)?.[1]?.trim() ?? withoutProtection(text);
}

/** Removes the apostrophe before a digit: `'0123` → `0123`. */
export function withoutApostrophe(cell: string): string {
  return cell.replace(/^['’](?=\d)/, '');
}

/** Parses CSV with the separator that makes a header. Throws an `ExpectedError` for a misplaced quote. */
export function readDelimited(
  file: string,
  bytes: Uint8Array,
  isHeader: (cells: readonly string[]) => boolean,
): { readonly records: TableRecord[]; readonly separator: Separator } {
  const whole = decodeText(file, bytes);
  // Excel reads this line as a setting.
  const [hint = '', named] = /^sep=(.)\n/i.exec(whole) ?? [];
  const text = quoteFormulas(whole.slice(hint.length));
  const before = hint === '' ? 0 : 1;
  const separator =
    separators.find((each) => each === named) ??
    separators.find((each) => tryHeader(text, each, isHeader)) ??
    mostFrequent(text);
  try {
    return { records: parseRecords(text, separator, before), separator };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { line, message } = explainQuotes(error, text);
    throw new ExpectedError(`${file}:${line + before}: ${message}`, { cause: error });
  }
}

/** Replaces cells such as `="0012"` by `"0012"`. */
function quoteFormulas(text: string): string {
  return text.replace(/(?<=^|[,;\t|\n])="([^"\n]+)"(?=[,;\t|\n]|$)/g, '"$1"');
}

function tryHeader(
  text: string,
  separator: Separator,
  isHeader: (cells: readonly string[]) => boolean,
): boolean {
  try {
    return parseRecords(text, separator, 0, searchedRows).some(({ cells }) => isHeader(cells));
  } catch {
    // With another separator, the quotes may be valid.
    return false;
  }
}

function mostFrequent(text: string): Separator {
  const start = text.split('\n', searchedRows).join('\n');
  const count = (separator: Separator) => start.split(separator).length;
  return separators.reduce((best, each) => (count(each) > count(best) ? each : best));
}

function parseRecords(text: string, delimiter: Separator, before: number, to = -1): TableRecord[] {
  const options = {
    ...{ delimiter, to, relax_column_count: true, skip_empty_lines: true },
    ...{ record_delimiter: '\n', trim: true },
    on_record: (cells: string[], { lines }: { readonly lines: number }) => {
      // `lines` is the last line of the record.
      const line = before + lines - lineBreaksIn(cells);
      const record: TableRecord = { line, cells: cells.map(cleanCell) };
      return record as never;
    },
  };
  // The types of the parser do not include the result of `on_record`.
  return parse(text, options) as unknown as TableRecord[];
}

function lineBreaksIn(record: readonly string[]): number {
  return record.reduce((count, cell) => count + cell.split('\n').length - 1, 0);
}

/** Returns the bytes of a file. Throws an `ExpectedError` if it is missing, a folder, or changed meanwhile. */
export async function readBytes(
  file: string,
  read: (file: string) => Promise<Buffer> = readFile,
): Promise<Buffer> {
  try {
    const before = await stat(file);
    if (before.isDirectory()) throw new ExpectedError(`${file} is a folder; name the file in it`);
    const bytes = await read(file);
    const after = await stat(file);
    if (after.size !== bytes.length || after.mtimeMs !== before.mtimeMs) {
      throw new ExpectedError(
        `${file} changed while it was read; run the command again when it is complete`,
      );
    }
    return bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new ExpectedError(`there is no file ${file}`, { cause: error });
  }
}
