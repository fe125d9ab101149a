/** Rules about single cells of CSV tables, and the messages for their faults. */
import type { z } from 'zod';
import type { Fault, LoadRule, Rule } from '../findings/finding.ts';
import { suggest } from '../findings/suggest.ts';
import { maxDigits } from '../schemas/tables.ts';
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

/** The columns with prices. */
export const priceColumns: ReadonlySet<string> = new Set(['price', 'regularPrice', 'surcharge']);
const numberColumns: ReadonlySet<string> = new Set([
  ...['minQuantity', 'quantity', 'incoming'],
  ...['case_pack', 'lead_time_minimum', 'lead_time_maximum'],
]);
const dayColumns: ReadonlySet<string> = new Set(['from', 'until', 'incoming_date']);

/**
 * Reports prices with a decimal comma: `12,50` in one quoted cell, or `24,05`, which without quotes is two cells, a
 * price of 24 and a regular price of 05. A regular price must be above the price.
 */
export const decimalComma = {
  id: 'csv/decimal-comma',
  severity: 'error',
  summary: 'Prices have a decimal point and no separators of thousands.',
  remedy: 'Write 1234.50 for 1 234,50.',
  /**
   * Returns the fault of a row in which a decimal comma cuts a price in two. The second number cannot be a regular
   * price, because it begins with 0 (`24,05`) or is below the first (`24,20`). Returns undefined for `24,50`, which may
   * be a price and its regular price; for `24,0` and `24,24`, which the rule `price/not-a-markdown` reports; and for
   * `0,05`, which the rule `price/zero` reports.
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

/** Reports a cell of the column `price` that is zero. A surcharge may be zero. */
export const zeroPrice: Rule = {
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
 * Returns the fault of a cell that does not match the schema of its column, and the rule that the cell violates.
 * `issue` is the first issue that the schema reports.
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
