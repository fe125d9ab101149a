/** Rules about CSV tables: separators, quotes, the header, and the cells of each row. */
import type { CsvError } from 'csv-parse/sync';
import type { z } from 'zod';
import type { Fault, LoadRule, Rule } from '../findings/finding.ts';
import { suggest } from '../findings/suggest.ts';
import { maxDigits } from '../schemas/tables.ts';

const separatorNames: Readonly<Record<string, string>> = { ';': 'semicolons', '\t': 'tabs' };

/** The table is not read then: its prices may have decimal commas. */
export const separator = {
  id: 'csv/separator',
  severity: 'error',
  summary: 'The columns of a table are separated by commas, its rows by line breaks (LF or CRLF).',
  remedy:
    'French Excel writes semicolons: save as “CSV UTF-8” with the list separator of the system set to a comma, or replace the semicolons, and decimal commas by points.',
  /** Returns the fault of a table whose first line has another separator. */
  find(header: string, columns: readonly string[]): Omit<Fault, 'file'> | undefined {
    const carriageReturn = header.indexOf('\r');
    if (carriageReturn !== -1) {
      const message =
        'lines end as “CSV (Macintosh)” has them, so that the whole table is one; save as “CSV UTF-8”';
      return { span: [carriageReturn, 1], message };
    }
    const found = Object.keys(separatorNames).find(
      (mark) => header.includes(mark) && columns.some((name) => header.split(mark).includes(name)),
    );
    if (found === undefined) return undefined;
    const message = `columns are separated by ${separatorNames[found]}; they have to be separated by commas, and prices take a decimal point`;
    return { span: [0, header.length], message };
  },
} satisfies LoadRule;

/** The table is not read then: where cells end after a stray quote is unknown. */
export const quotes = {
  id: 'csv/quotes',
  severity: 'error',
  summary: 'A quoted cell begins and ends with ", and a " inside it is written twice (RFC 4180).',
  remedy: 'Close the quote, double it, or remove it.',
  /** Returns the parser's error as a fault at the line where the quote opens, maybe many lines before. */
  explain(error: CsvError, text: string): Omit<Fault, 'file'> {
    const noticed = Number(error['lines'] ?? 1);
    const line = openingLine(text, noticed);
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
      return { line, message: 'the quote that opens in this row is never closed' };
    }
    if (line < noticed) {
      const message = `the quote that opens in this row runs on to line ${noticed}; close it in its cell`;
      return { line, message };
    }
    return { line, message: 'a " stands inside a cell; double it, or quote the whole cell' };
  },
} satisfies LoadRule;

/** Returns the last line up to the given one at whose start no quote is open. */
function openingLine(text: string, last: number): number {
  let opening = 1;
  let isOpen = false;
  let start = 0;
  for (let line = 1; line <= last; line += 1) {
    if (!isOpen) opening = line;
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    if (text.slice(start, end).split('"').length % 2 === 0) isOpen = !isOpen;
    start = end + 1;
  }
  return opening;
}

export const columns = {
  id: 'csv/columns',
  severity: 'error',
  summary: 'The first line of a table names each of its columns once, and no other.',
  remedy: 'Correct the first line; the order of the columns is free.',
  /** Returns the faults of a header. */
  find(header: readonly string[], known: readonly string[]): Omit<Fault, 'file'>[] {
    const missing = known.filter((name) => !header.includes(name));
    if (missing.length === known.length && header.every((name) => !suggest(name, known))) {
      return [{ line: 1, message: `the first line has to name the columns: ${known.join()}` }];
    }
    const faults = header.flatMap((name, index): Omit<Fault, 'file'>[] => {
      if (known.includes(name)) {
        const isFirst = header.indexOf(name) === index;
        return isFirst ? [] : [{ line: 1, message: `the column "${name}" stands here twice` }];
      }
      const suggestion = suggest(name, missing);
      const message = `"${name}" is not a column of this table`;
      const hint = suggestion === undefined ? {} : { suggestion };
      return [{ line: 1, column: name, message, allowed: known, ...hint }];
    });
    const guessed = new Set(faults.map(({ suggestion }) => suggestion));
    const lacking = missing.filter((name) => !guessed.has(name));
    if (lacking.length === 0) return faults;
    const [columns, are] = lacking.length === 1 ? ['column', 'is'] : ['columns', 'are'];
    const message = `the ${columns} ${lacking.join(', ')} ${are} missing`;
    return [...faults, { line: 1, message, allowed: known }];
  },
} satisfies LoadRule;

export const cells = {
  id: 'csv/cells',
  severity: 'error',
  summary:
    'Every row of a table has as many cells as the table has columns, and not all are empty.',
  remedy: 'Add the missing commas, quote a cell that holds one, or remove an empty row.',
  /** Returns the fault of a row that is empty or differs in length from the header. */
  find(row: readonly string[], header: readonly string[]): Omit<Fault, 'file'> | undefined {
    if (row.every((cell) => cell === '')) return { message: 'every cell is empty; remove the row' };
    if (row.length === header.length) return undefined;
    if (/^(<{7}|={7}|>{7})/.test(row[0] ?? '')) {
      const mark = 'is the mark of a merge conflict';
      return { message: `${mark}; decide between the two versions and remove the marks` };
    }
    const count = `has ${row.length} cell${row.length === 1 ? '' : 's'} for ${header.length} columns`;
    const remedy = explainCommas(row, header) ?? `each row takes ${header.length - 1} commas`;
    return { message: `${count}; ${remedy}` };
  },
} satisfies LoadRule;

/** The columns in which a comma may be a decimal one. */
const money = ['price', 'regularPrice', 'surcharge'];

/** Returns what to write if decimal commas cut prices in two; undefined otherwise. */
function explainCommas(row: readonly string[], header: readonly string[]): string | undefined {
  const tooMany = row.length - header.length;
  const first = header.findIndex((column) => money.includes(column));
  if (tooMany < 1 || first === -1) return undefined;
  const prices = row.flatMap((cell, at) => {
    const decimals = row[at + 1] ?? '';
    const isCut = at >= first && /^\d+$/.test(cell) && /^\d{1,2}$/.test(decimals);
    return isCut ? [`${cell}.${decimals}`] : [];
  });
  if (prices.length < tooMany) return undefined;
  // With several candidates it is unknown which are prices.
  const example = prices.length === 1 ? prices[0] : 'a decimal point';
  return `a decimal comma cuts a price in two: write ${example}`;
}

export const decimalComma = {
  id: 'csv/decimal-comma',
  severity: 'error',
  summary: 'Prices have a decimal point and no separators of thousands.',
  remedy: 'Write 1234.50 for 1 234,50.',
  /** Returns the fault of a cell that is a price but for its comma; undefined for other cells. */
  find(cell: string): Omit<Fault, 'file'> | undefined {
    const [, whole, cents] = /^(\d[\d\s\u00A0\u202F.']*),(\d{1,2})\s*\$?$/.exec(cell) ?? [];
    if (whole === undefined) return undefined;
    const suggestion = `${whole.replace(/\D/g, '')}.${cents}`;
    return { message: `"${cell}" has a decimal comma; prices take a point`, suggestion };
  },
} satisfies LoadRule;

export const wrongCell = {
  id: 'csv/wrong-cell',
  severity: 'error',
  summary: `A cell has its column’s form: a price such as 12.50, a whole number, a currency; no number has more than ${maxDigits} digits before its point.`,
  remedy: 'Write the cell as the message says.',
  /** Explains an issue of the row's schema. */
  explain(cell: string, issue: z.core.$ZodIssue): Omit<Fault, 'file'> {
    if (issue.code === 'invalid_value') {
      const allowed = issue.values.map(String);
      const suggestion = suggest(cell, allowed);
      const message = `"${cell}" is not one of the values that are allowed here`;
      return { message, allowed, ...(suggestion !== undefined && { suggestion }) };
    }
    return { message: cell === '' ? 'the cell is empty' : `"${cell}" ${issue.message}` };
  },
} satisfies LoadRule;

/** The rules about tables. */
export const csvRules: readonly Rule[] = [
  cells,
  columns,
  decimalComma,
  quotes,
  separator,
  wrongCell,
];
