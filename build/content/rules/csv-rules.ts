/** Rules about the rows and cells of CSV tables, and the messages for their faults. */
import type { z } from 'zod';
import type { FaultInFile, Rule } from '../findings/finding.ts';
import { cellsOfTable, rowsOf } from '../findings/relations.ts';
import { hintsFor } from '../findings/suggest.ts';
import { maxDigits } from '../schemas/tables.ts';
import {
  columns,
  explainSeparator,
  quotes,
  separator,
  separatorNames,
  type TableHeader,
} from './csv-table-rules.ts';
import { seeMore } from './file-rules.ts';
import { explainInvisible, visibleText } from './text-rules.ts';
import {
  explainDay,
  explainGtin,
  explainPrice,
  explainSpreadsheet,
  explainWholeNumber,
  type FormatProblem,
  withDecimalPoint,
} from './value-formats.ts';

const cells: Rule = {
  id: 'csv/cells',
  severity: 'error',
  summary:
    'Every row of a table has as many cells as the table has columns; not all are empty, and not all are names of columns.',
  remedy:
    'Add the missing commas, quote a cell that holds one, or remove an empty row and repeated names of columns.',
  example: { file: 'prices/msrp.csv', valid: 'BAG-5,CAD,10,8008.00,', broken: 'BAG-5,CAD' },
};

const decimalComma: Rule = {
  id: 'csv/decimal-comma',
  severity: 'error',
  summary: 'Prices have a decimal point and no separators of thousands.',
  remedy: 'Write 1234.50 for 1 234,50.',
  example: { file: 'prices/msrp.csv', valid: '8008.00', broken: '"8008,00"' },
};

const wrongCell: Rule = {
  id: 'csv/wrong-cell',
  severity: 'error',
  summary: `A cell has the format of its column: a price such as 12.50, a whole number, a currency. No number has more than ${maxDigits} digits before its point.`,
  remedy: 'Write the cell as the message says.',
  example: { file: 'prices/msrp.csv', valid: 'BAG-5,CAD', broken: 'BAG-5,cad' },
};

const wrongGtin: Rule = {
  id: 'variant/gtin',
  severity: 'error',
  summary: 'A GTIN has 8, 12, 13 or 14 digits, of which the last is its check digit.',
  remedy:
    'Copy the digits from the label. Format the column as text, so that a spreadsheet keeps all of them.',
  example: { file: 'variants.csv', valid: '051275060824', broken: '51275060824' },
};

const zeroPrice: Rule = {
  id: 'price/zero',
  severity: 'error',
  summary: 'A price is above 0.00. A surcharge may be 0.00.',
  remedy:
    'Write the price; systems export 0.00 where it is not known. Until it is known, remove the row and make the product a draft.',
  example: { file: 'prices/msrp.csv', valid: '8008.00', broken: '0.00' },
};

/** All rules about CSV tables that are applied while a table is read. */
export const csvRules: readonly Rule[] = [
  ...[cells, columns, decimalComma, quotes],
  ...[separator, wrongCell, wrongGtin, zeroPrice],
];

/** A fault of a row, without file and line. */
export type RowFault = { readonly rule: Rule; readonly fault: FaultInFile };

/** Columns whose cells have the same format, and the function that explains a cell of another format. */
const formats: readonly (readonly [
  columns: readonly string[],
  explain: (cell: string, message: string) => FormatProblem,
])[] = [
  [['price', 'regularPrice', 'surcharge'], explainPrice],
  [['minQuantity', 'quantity', 'incoming'], explainWholeNumber],
  [['case_pack', 'lead_time_minimum', 'lead_time_maximum'], explainWholeNumber],
  [['from', 'until', 'incoming_date'], explainDay],
  [['gtin'], explainGtin],
  [['part_id'], (cell, problem) => ({ problem: explainSpreadsheet(cell, 'a part id') ?? problem })],
];

function explainerOf(column: string) {
  return formats.find(([columns]) => columns.includes(column))?.[1];
}

function isPriceColumn(column: string | undefined): boolean {
  return column !== undefined && explainerOf(column) === explainPrice;
}

/** Returns the fault of a row that violates the rule `cells`. */
export function findWrongCells(
  file: string,
  row: readonly string[],
  header: TableHeader,
): RowFault | undefined {
  if (row.every((cell) => cell === ''))
    return wrongCells(file, 'every cell is empty; remove the row');
  if (row.length === header.length) {
    // `trim` also removes the byte order mark of a table that was joined to this one.
    const isHeader = row.every(
      (cell, at) => cell.trim().toLowerCase() === header[at]?.toLowerCase(),
    );
    return isHeader
      ? wrongCells(file, 'repeats the names of the columns; remove the row')
      : undefined;
  }
  if (/^(<{7}|={7}|>{7})/.test(row[0] ?? '')) {
    return wrongCells(file, 'is the mark of a merge conflict; keep one version, without the marks');
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
  return wrongCells(file, `has ${count}; ${remedy}; ${seeMore}`, sku);
}

function wrongCells(file: string, message: string, sku?: string): RowFault {
  const about = { explains: sku ? [rowsOf(file, sku)] : [], explainedBy: [cellsOfTable(file)] };
  return { rule: cells, fault: { message, about } };
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

/**
 * Returns the fault of a row in which a decimal comma cuts a price in two: `24,05` is a price of 24 and a regular price
 * of 05. The second number cannot be a regular price, because it begins with 0 or is below the first (`24,20`).
 * `24,50` may be right; other rules report `24,0`, `24,24` and `0,05`.
 */
export function findCutPrice(row: readonly string[], header: TableHeader): RowFault | undefined {
  const at = header.indexOf('price');
  if (header[at + 1] !== 'regularPrice') return undefined;
  const [price = '', cents = ''] = row.slice(at, at + 2);
  if (!/^\d+$/.test(price) || !/^\d\d?$/.test(cents)) return undefined;
  const isDecimal = cents !== '0' && cents.startsWith('0') && !price.startsWith('0');
  if (!isDecimal && (cents === '0' || Number(cents) >= Number(price))) return undefined;
  const message = `a comma cuts a price in two: write ${price}.${cents}; or write a regular price above ${price}, or leave it empty`;
  return { rule: decimalComma, fault: { column: 'price', message } };
}

/** Returns the fault of a cell for which the schema of its column reports `issue`. */
export function explainCell(column: string, cell: string, issue: z.core.$ZodIssue): RowFault {
  const faultOf = (rule: Rule, { problem, ...hints }: FormatProblem & Partial<FaultInFile>) => ({
    rule,
    fault: { column, message: `"${cell}" ${problem}`, ...hints },
  });
  if (cell === '') return { rule: wrongCell, fault: { column, message: 'the cell is empty' } };
  if (issue.code === 'invalid_value') {
    const hints = hintsFor(cell.trim(), issue.values.map(String));
    const problem = explainInvisible(cell, hints.suggestion) ?? 'is not one of the allowed values';
    return faultOf(wrongCell, { problem, ...hints });
  }
  const suggestion = isPriceColumn(column) ? withDecimalPoint(cell) : undefined;
  if (suggestion !== undefined) {
    const problem = 'has a decimal comma; prices take a point';
    return faultOf(decimalComma, { problem, suggestion });
  }
  if (column === 'price' && issue.code === 'custom') {
    return faultOf(zeroPrice, { problem: issue.message });
  }
  const rule = column === 'gtin' ? wrongGtin : wrongCell;
  const visible = visibleText(cell);
  const invisible = visible === cell.trim() ? undefined : explainInvisible(cell, visible);
  if (invisible !== undefined && /^[\d.-]+$/.test(visible)) {
    return faultOf(rule, { problem: invisible, suggestion: visible });
  }
  // If the format is valid, the issue is the number of digits.
  const hasManyDigits = /^\d+(\.\d{1,2})?$/.test(cell) && issue.message.startsWith('has more');
  const explain = hasManyDigits ? undefined : explainerOf(column);
  return faultOf(rule, explain?.(cell, issue.message) ?? { problem: issue.message });
}
