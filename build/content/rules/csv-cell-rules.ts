/** Rules about single cells of CSV tables, and the messages for their faults. */
import type { z } from 'zod';
import type { FaultInFile, Rule } from '../findings/finding.ts';
import { hintsFor } from '../findings/suggest.ts';
import { maxDigits } from '../schemas/tables.ts';
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

/** All rules about single cells. */
export const cellRules: readonly Rule[] = [decimalComma, wrongCell, wrongGtin, zeroPrice];

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

/** Returns true for a column with prices. */
export function isPriceColumn(column: string | undefined): boolean {
  return column !== undefined && explainerOf(column) === explainPrice;
}

/**
 * Returns the fault of a row in which a decimal comma cuts a price in two: `24,05` is a price of 24 and a regular price
 * of 05. The second number cannot be a regular price, because it begins with 0 or is below the first (`24,20`).
 * `24,50` may be right; other rules report `24,0`, `24,24` and `0,05`.
 */
export function findCutPrice(
  row: readonly string[],
  header: readonly (string | undefined)[],
): RowFault | undefined {
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
