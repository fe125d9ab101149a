/** Rules about CSV tables (RFC 4180): separators, quotes, and the number of cells of each row. */
import type { CsvError } from 'csv-parse/sync';
import type { FaultInFile, Rule } from '../findings/finding.ts';
import { cellsOfTable, rowsOf } from '../findings/relations.ts';
import { cellRules, isPriceColumn, type RowFault } from './csv-cell-rules.ts';
import { columns, type TableHeader } from './csv-header-rules.ts';
import { seeMore } from './file-rules.ts';

/** Reports a table whose prices may have decimal commas, because its columns are separated by semicolons. */
export const separator: Rule = {
  id: 'csv/separator',
  severity: 'error',
  summary: 'The columns of a table are separated by commas, its rows by line breaks (LF or CRLF).',
  remedy:
    'French Excel writes semicolons: save as “CSV UTF-8” with the list separator of the system set to a comma, or replace the semicolons, and decimal commas by points.',
  example: { file: 'inventory.csv', valid: 'sku,color,size,', broken: 'sku;color;size;' },
};

/** Reports unclosed and unescaped quotes, after which the ends of the cells are unknown. */
export const quotes: Rule = {
  id: 'csv/quotes',
  severity: 'error',
  summary: 'A quoted cell begins and ends with ", and a " inside it is written twice (RFC 4180).',
  remedy: 'Close the quote, double it, or remove it; remove spaces around a quoted cell.',
  example: { file: 'prices/msrp.csv', valid: 'BAG-5,CAD', broken: '"BAG"-5,CAD' },
};

/** Reports rows with more or fewer cells than columns, of empty cells only, or of the names of the columns. */
const cells: Rule = {
  id: 'csv/cells',
  severity: 'error',
  summary:
    'Every row of a table has as many cells as the table has columns; not all are empty, and not all are names of columns.',
  remedy:
    'Add the missing commas, quote a cell that holds one, or remove an empty row and repeated names of columns.',
  example: { file: 'prices/msrp.csv', valid: 'BAG-5,CAD,10,8008.00,', broken: 'BAG-5,CAD' },
};

/** All rules about CSV tables that are applied while a table is read. */
export const csvRules: readonly Rule[] = [cells, columns, quotes, separator, ...cellRules];

const separatorNames: Readonly<Record<string, string>> = {
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

/** Explains a line whose cells are separated by `mark`; by a comma only if the line is in quotes as a whole. */
function explainSeparator(mark: string): string {
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
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return { line, message: 'the quote that opens in this row is never closed' };
  }
  if (line < noticed) {
    const message = `the quote that opens in this row ends on line ${noticed}; close it in its cell`;
    return { line, message };
  }
  const message =
    'a " is misplaced: it stands at both ends of a cell, with no space outside, and is doubled inside';
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

/** Returns the fault of a row that violates the rule `cells`. */
export function findWrongCells(
  file: string,
  row: readonly string[],
  header: TableHeader,
): RowFault | undefined {
  const faultOf = (message: string, sku?: string): RowFault => {
    const about = { explains: sku ? [rowsOf(file, sku)] : [], explainedBy: [cellsOfTable(file)] };
    return { rule: cells, fault: { message, about } };
  };
  if (row.every((cell) => cell === '')) return faultOf('every cell is empty; remove the row');
  if (row.length === header.length) {
    // `trim` also removes the byte order mark of a table that was joined to this one.
    const isHeader = row.every(
      (cell, at) => cell.trim().toLowerCase() === header[at]?.toLowerCase(),
    );
    return isHeader ? faultOf('repeats the names of the columns; remove the row') : undefined;
  }
  if (/^(<{7}|={7}|>{7})/.test(row[0] ?? '')) {
    return faultOf('is the mark of a merge conflict; keep one version, without the marks');
  }
  const text = row.join();
  const marks = [...Object.keys(separatorNames), ...(row.length === 1 ? [','] : [])];
  const mark = marks.find((each) => text.split(each).length === header.length);
  const isSeparated = row.length < header.length && mark !== undefined;
  const remedy = isSeparated
    ? explainSeparator(mark)
    : (explainCommas(row, header) ?? `a row has ${header.length - 1} commas`);
  const sku = isSeparated ? text.split(mark)[header.indexOf('sku')] : undefined;
  const count = `${row.length} cell${row.length === 1 ? '' : 's'} for ${header.length} columns`;
  return faultOf(`has ${count}; ${remedy}; ${seeMore}`, sku);
}

/** Returns the remedy for a row with too many cells, if commas in its prices are the cause. */
function explainCommas(row: readonly string[], header: TableHeader): string | undefined {
  const tooMany = row.length - header.length;
  const first = header.findIndex(isPriceColumn);
  if (tooMany < 1 || first === -1) return undefined;
  const prices = row.flatMap((cell, at) => {
    const next = row[at + 1] ?? '';
    if (at < first || !/^\d+$/.test(cell)) return [];
    if (/^\d{1,2}$/.test(next)) return [`${cell}.${next}`];
    return cell.length <= 3 && /^\d{3}(\.\d{1,2})?$/.test(next) ? [`${cell}${next}`] : [];
  });
  if (prices.length < tooMany) return undefined;
  // With several candidates, the prices among them are unknown.
  const example = prices.length === 1 ? `write ${prices[0]}` : 'write prices as 1200.50';
  return `a comma cuts a price in two: ${example}`;
}
