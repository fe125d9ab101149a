/** Rules about CSV tables: separators, quotes, and the number of cells of each row. */
import type { CsvError } from 'csv-parse/sync';
import type { Fault, LoadRule, Rule } from '../findings/finding.ts';
import { decimalComma, priceColumns, wrongCell, zeroPrice } from './csv-cell-rules.ts';
import { columns } from './csv-header-rules.ts';
import { seeMore } from './file-rules.ts';
import { wrongGtin } from './gtin-format.ts';

const separatorNames: Readonly<Record<string, string>> = {
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

/**
 * Returns the problem and the remedy, as part of a message, for a line whose cells are separated by `mark`: `;`, a tab
 * or `|`. If `mark` is a comma, the line is a single cell, because it is in quotes as a whole.
 */
function explainSeparator(mark: string): string {
  return mark === ','
    ? 'the whole line is one cell in quotes; remove the quotes around each line'
    : `columns are separated by ${separatorNames[mark]}; separate them by commas, write numbers with a decimal point`;
}

/**
 * Reports a table if its first line shows that columns are not separated by commas or that lines end with a carriage
 * return only, or if this line is the setting `sep=` of Excel. Such a table is not read: with semicolons, for example,
 * its prices may have decimal commas.
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
/** Matches a row whose quotes are valid (RFC 4180 section 2). */
const wellQuoted = /^(?:[^",]*|"(?:[^"]|"")*")(?:,(?:[^",]*|"(?:[^"]|"")*"))*$/;

/**
 * Returns true if the quotes of the row `line` are valid once spaces between a quote and a comma are removed:
 * `"abc" ,1`.
 */
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
   * Converts an error of the CSV parser to a fault at the line where the wrong quote opens, which may be many lines
   * above the line that the parser reports. `text` is the text of the whole table.
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
 * Returns the number of the line where the wrong quote opens. The parser noticed it on the line `last`; the result is
 * the last line up to `last` that does not begin inside a quoted cell.
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

/**
 * Reports rows that repeat the first line or have more or fewer cells than it, and rows of empty cells only (`,,,`).
 */
export const cells = {
  id: 'csv/cells',
  severity: 'error',
  summary:
    'Every row of a table has as many cells as the table has columns; not all are empty, and not all are names of columns.',
  remedy:
    'Add the missing commas, quote a cell that holds one, or remove an empty row and repeated names of columns.',
  /** Returns the message about a row that violates this rule, with its SKU if that can be read; otherwise undefined. */
  find(
    row: readonly string[],
    header: readonly (string | undefined)[],
  ): { readonly message: string; readonly sku?: string } | undefined {
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
    const count = `${row.length} cell${row.length === 1 ? '' : 's'} for ${header.length} columns`;
    const explain = (remedy: string) => `has ${count}; ${remedy}; ${seeMore}`;
    const text = row.join();
    const mark = [...Object.keys(separatorNames), ...(row.length === 1 ? [','] : [])].find(
      (each) => text.split(each).length === header.length,
    );
    if (row.length < header.length && mark !== undefined) {
      const sku = text.split(mark)[header.indexOf('sku')];
      return { message: explain(explainSeparator(mark)), ...(sku && { sku }) };
    }
    return {
      message: explain(explainCommas(row, header) ?? `a row has ${header.length - 1} commas`),
    };
  },
} satisfies LoadRule;

/**
 * Returns the remedy for a row with too many cells because prices in it contain commas:
 * `a comma cuts a price in two: write 12.50`. Returns undefined if commas in prices are not the cause.
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
