/** Rules about CSV tables: separators, quotes, and the cells of each row. */
import type { CsvError } from 'csv-parse/sync';
import type { z } from 'zod';
import type { Fault, LoadRule, Rule } from '../findings/finding.ts';
import { suggest } from '../findings/suggest.ts';
import { maxDigits } from '../schemas/tables.ts';
import { columns } from './csv-header-rules.ts';
import { seeMore } from './file-rules.ts';
import { explainGtin, wrongGtin } from './gtin-format.ts';
import { explainInvisible, visibleText } from './text-rules.ts';
import {
  explainDay,
  explainPrice,
  explainSpreadsheet,
  explainWholeNumber,
  type FormatProblem,
  withDecimalPoint,
} from './value-formats.ts';

const separatorNames: Readonly<Record<string, string>> = {
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

/**
 * Returns the part of a message with the problem and the remedy for a line whose cells are separated by `mark`: `;`, a
 * tab or `|`. A comma as `mark` stands for a line that is in quotes as a whole.
 */
function explainSeparator(mark: string): string {
  return mark === ','
    ? 'the whole line is one cell in quotes; remove the quotes around each line'
    : `columns are separated by ${separatorNames[mark]}; separate them by commas, write numbers with a decimal point`;
}

/**
 * Reports tables whose columns are not separated by commas, or whose lines end with a carriage return only. Such
 * a table is not read, because its prices may have decimal commas.
 */
export const separator = {
  id: 'csv/separator',
  severity: 'error',
  summary: 'The columns of a table are separated by commas, its rows by line breaks (LF or CRLF).',
  remedy:
    'French Excel writes semicolons: save as “CSV UTF-8” with the list separator of the system set to a comma, or replace the semicolons, and decimal commas by points.',
  /**
   * Returns the fault of a table whose first line (`header`) has other separators or line breaks, or is the setting
   * `sep=` of Excel; otherwise undefined. `columns` are the names of the columns that the table may have.
   */
  find(header: string, columns: readonly string[]): Omit<Fault, 'file'> | undefined {
    const carriageReturn = header.indexOf('\r');
    if (carriageReturn !== -1) {
      const message = `lines end with a carriage return only; save the table as “CSV UTF-8”; ${seeMore}`;
      return { span: [carriageReturn, 1], message };
    }
    if (/^sep=.?$/i.test(header)) {
      const message = `the first line is a setting of Excel; remove it, so that the table begins with the names of its columns; ${seeMore}`;
      return { span: [0, header.length], message };
    }
    const isQuoted = /^"[^"]*"$/.test(header);
    const found = [...Object.keys(separatorNames), ...(isQuoted ? [','] : [])].find((mark) => {
      const names = header.split(mark).map((name) => name.replaceAll('"', '').trim().toLowerCase());
      return names.length > 1 && columns.some((name) => names.includes(name.toLowerCase()));
    });
    if (found === undefined) return undefined;
    return { span: [0, header.length], message: `${explainSeparator(found)}; ${seeMore}` };
  },
} satisfies LoadRule;

/** Matches spaces between a quote and a comma, as in `"abc" ,1`. */
const spacesBesideQuotes = /(?<=^|,)[ \t]+(?=")|(?<=")[ \t]+(?=,|\r?$)/g;
/** Matches a row whose quotes are right (RFC 4180 section 2). */
const wellQuoted = /^(?:[^",]*|"(?:[^"]|"")*")(?:,(?:[^",]*|"(?:[^"]|"")*"))*$/;

/** Returns true if only spaces between a quote and a comma are wrong in the row `line`. */
function hasSpacesBesideQuotes(line: string): boolean {
  return wellQuoted.test(line.replace(spacesBesideQuotes, '').replace(/\r$/, ''));
}

/**
 * Reports unclosed and unescaped quotes. Such a table is not read, because the ends of the following cells
 * are unknown.
 */
export const quotes = {
  id: 'csv/quotes',
  severity: 'error',
  summary: 'A quoted cell begins and ends with ", and a " inside it is written twice (RFC 4180).',
  remedy: 'Close the quote, double it, or remove it; remove spaces around a quoted cell.',
  /**
   * Converts an error of the CSV parser to a fault at the line of the opening quote, which may be many lines above the
   * line that the parser reports. `text` is the text of the whole table.
   */
  explain(error: CsvError, text: string): Omit<Fault, 'file'> {
    const noticed = Number(error['lines'] ?? 1);
    const line = openingLine(text, noticed);
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
      return { line, message: `the quote that opens in this row is never closed; ${seeMore}` };
    }
    if (line < noticed) {
      const message = `the quote that opens in this row ends on line ${noticed}; close it in its cell; ${seeMore}`;
      return { line, message };
    }
    const problem = hasSpacesBesideQuotes(text.split('\n', line).at(-1) ?? '')
      ? 'a space stands between a quote and a comma; remove it'
      : 'a " inside a cell must be doubled, or the whole cell quoted';
    return { line, message: `${problem}; ${seeMore}` };
  },
} satisfies LoadRule;

/**
 * Returns the number of the line with the opening quote: of the lines from 1 to `last`, the last one that does
 * not begin inside a quoted cell.
 */
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

/** Reports rows that are empty or repeat the first line, and rows with more or fewer cells than the first line. */
export const cells = {
  id: 'csv/cells',
  severity: 'error',
  summary:
    'Every row of a table has as many cells as the table has columns; not all are empty, and not all are names of columns.',
  remedy:
    'Add the missing commas, quote a cell that holds one, or remove an empty row and repeated names of columns.',
  /** Returns the fault of a row that violates this rule, otherwise undefined. */
  find(
    row: readonly string[],
    header: readonly (string | undefined)[],
  ): Omit<Fault, 'file'> | undefined {
    if (row.every((cell) => cell === '')) return { message: 'every cell is empty; remove the row' };
    if (row.length === header.length) {
      // `trim` also removes the byte order mark of a table that was joined to this one.
      const isHeader = row.every(
        (cell, index) => cell.trim().toLowerCase() === header[index]?.toLowerCase(),
      );
      const message = 'repeats the names of the columns; remove the row';
      return isHeader ? { message } : undefined;
    }
    if (/^(<{7}|={7}|>{7})/.test(row[0] ?? '')) {
      const mark = 'is the mark of a merge conflict';
      return { message: `${mark}; decide between the two versions and remove the marks` };
    }
    const count = `has ${row.length} cell${row.length === 1 ? '' : 's'} for ${header.length} columns`;
    const text = row.join();
    const mark = [...Object.keys(separatorNames), ...(row.length === 1 ? [','] : [])].find(
      (each) => text.split(each).length === header.length,
    );
    if (row.length < header.length && mark !== undefined) {
      const sku = text.split(mark)[header.indexOf('sku')];
      const message = `${count}; ${explainSeparator(mark)}; ${seeMore}`;
      return { message, about: { ...(sku && { sku }) } };
    }
    const remedy = explainCommas(row, header) ?? `a row has ${header.length - 1} commas`;
    return { message: `${count}; ${remedy}; ${seeMore}` };
  },
} satisfies LoadRule;

/**
 * Returns the remedy for a row that has too many cells because its prices contain commas, such as `a comma cuts
 * a price in two: write 12.50`. Returns undefined if commas in prices are not the cause.
 */
function explainCommas(
  row: readonly string[],
  header: readonly (string | undefined)[],
): string | undefined {
  const tooMany = row.length - header.length;
  const first = header.findIndex((column) => priceColumns.has(column ?? ''));
  if (tooMany < 1 || first === -1) return undefined;
  const thousands = /^\d{3}(\.\d{1,2})?$/;
  const prices = row.flatMap((cell, at) => {
    const next = row[at + 1] ?? '';
    if (at < first || !/^\d+$/.test(cell)) return [];
    if (/^\d{1,2}$/.test(next)) return [`${cell}.${next}`];
    return cell.length <= 3 && thousands.test(next) ? [`${cell}${next}`] : [];
  });
  if (prices.length < tooMany) return undefined;
  // With several candidates, the prices among them are unknown.
  const example = prices.length === 1 ? `write ${prices[0]}` : 'write prices as 1200.50';
  return `a comma cuts a price in two: ${example}`;
}

const priceColumns: ReadonlySet<string> = new Set(['price', 'regularPrice', 'surcharge']);
const numberColumns: ReadonlySet<string> = new Set(['minQuantity', 'quantity', 'incoming']);
const dayColumns: ReadonlySet<string> = new Set(['from', 'until', 'incoming_date']);

/**
 * Reports prices with a decimal comma: `12,50` in one quoted cell, or cut into two cells that cannot be a price and a
 * regular price.
 */
export const decimalComma = {
  id: 'csv/decimal-comma',
  severity: 'error',
  summary: 'Prices have a decimal point and no separators of thousands.',
  remedy: 'Write 1234.50 for 1 234,50.',
  /**
   * Returns the fault of a row in which a decimal comma cuts a price in two, as in `24,05`, so that its cents are in
   * the column of the regular price. Returns undefined if they may be a regular price (`24,50`), are `0` or equal the
   * price; the rule `price/not-a-markdown` reports the last two.
   */
  find(
    row: readonly string[],
    header: readonly (string | undefined)[],
  ): Omit<Fault, 'file'> | undefined {
    const at = header.indexOf('price');
    if (header[at + 1] !== 'regularPrice') return undefined;
    const [price = '', cents = ''] = row.slice(at, at + 2);
    if (!/^\d+$/.test(price) || !/^\d\d?$/.test(cents)) return undefined;
    const isDecimal = cents !== '0' && cents.startsWith('0') && !price.startsWith('0');
    if (!isDecimal && (cents === '0' || Number(cents) >= Number(price))) return undefined;
    const message = `a comma cuts a price in two: write ${price}.${cents}; or write a regular price above ${price}, or leave it empty`;
    return { column: 'price', message };
  },
} satisfies LoadRule;

/** Reports cells that do not match the schema of their column, if no more specific rule applies. */
export const wrongCell: Rule = {
  id: 'csv/wrong-cell',
  severity: 'error',
  summary: `A cell has the format of its column: a price such as 12.50, a whole number, a currency. No number has more than ${maxDigits} digits before its point.`,
  remedy: 'Write the cell as the message says.',
};

/** Reports prices of zero. */
const zeroPrice: Rule = {
  id: 'price/zero',
  severity: 'error',
  summary: 'A price is above 0.00. A surcharge may be 0.00.',
  remedy:
    'Write the price; systems export 0.00 where it is not known. Until it is known, remove the row and make the product a draft.',
};

/** The fault of a cell, and the rule that the cell violates. */
export interface CellFault {
  readonly rule: Rule;
  readonly fault: Pick<Fault, 'message' | 'allowed' | 'suggestion'>;
}

/**
 * Returns the fault of a cell that does not match the schema of its column, with the rule that the cell
 * violates. `issue` is the first issue that the schema reports.
 */
export function explainCell(column: string, cell: string, issue: z.core.$ZodIssue): CellFault {
  if (cell === '') return { rule: wrongCell, fault: { message: 'the cell is empty' } };
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String);
    const suggestion = suggest(cell.trim(), allowed);
    const problem = explainInvisible(cell, suggestion) ?? 'is not one of the allowed values';
    const message = `"${cell}" ${problem}`;
    return { rule: wrongCell, fault: { message, allowed, ...(suggestion && { suggestion }) } };
  }
  const withPoint = priceColumns.has(column) ? withDecimalPoint(cell) : undefined;
  if (withPoint !== undefined) {
    const message = `"${cell}" has a decimal comma; prices take a point`;
    return { rule: decimalComma, fault: { message, suggestion: withPoint } };
  }
  if (column === 'price' && issue.code === 'custom') {
    return { rule: zeroPrice, fault: { message: `"${cell}" ${issue.message}` } };
  }
  const { problem, ...hint } = explainFormat(column, cell, issue.message);
  const rule = column === 'gtin' ? wrongGtin : wrongCell;
  return { rule, fault: { message: `"${cell}" ${problem}`, ...hint } };
}

function explainFormat(column: string, cell: string, message: string): FormatProblem {
  const visible = visibleText(cell);
  const invisible = visible === cell.trim() ? undefined : explainInvisible(cell, visible);
  if (invisible !== undefined && /^[\d.-]+$/.test(visible)) {
    return { problem: invisible, suggestion: visible };
  }
  // The format is valid, so the issue is the number of digits.
  if (/^\d+(\.\d{1,2})?$/.test(cell) && message.startsWith('has more')) return { problem: message };
  if (priceColumns.has(column)) return explainPrice(cell);
  if (numberColumns.has(column)) return explainWholeNumber(cell);
  if (column === 'gtin') return explainGtin(cell);
  if (dayColumns.has(column)) return explainDay(cell, message);
  const damage = column === 'part_id' ? explainSpreadsheet(cell, 'a part id') : undefined;
  return { problem: damage ?? message };
}

/** All rules about CSV tables that are applied while a table is read. */
export const csvRules: readonly Rule[] = [
  cells,
  columns,
  decimalComma,
  quotes,
  separator,
  wrongCell,
  wrongGtin,
  zeroPrice,
];
