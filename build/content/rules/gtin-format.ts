/** The rule that reports invalid GTINs, with the reason and a suggestion. */
import type { Rule } from '../findings/finding.ts';
import { checkDigitAfter, gtinLengths, isGtin } from '../schemas/gtin.ts';
import { explainSpreadsheet, type FormatProblem } from './value-formats.ts';

/** Reports cells of a `gtin` column that are neither empty nor a valid GTIN. */
export const wrongGtin: Rule = {
  id: 'variant/gtin',
  severity: 'error',
  summary: 'A GTIN has 8, 12, 13 or 14 digits, of which the last is its check digit.',
  remedy:
    'Copy the digits from the label. Format the column as text, so that a spreadsheet keeps all of them.',
};

/**
 * Maximum number of zeros to add before the digits of a cell to suggest a GTIN, because a spreadsheet has probably
 * removed leading zeros. A text that lacks more digits is probably no GTIN.
 */
const maxLostZeros = 3;

/** Returns the reason why an invalid cell is not a GTIN, and the correct GTIN if one is probable. */
export function explainGtin(cell: string): FormatProblem {
  const damage = explainSpreadsheet(cell, 'a GTIN');
  if (damage !== undefined) return { problem: damage };
  const digits = cell.replace(/[\s-]|[.,]0+$/g, '');
  if (digits !== cell && isGtin(digits)) {
    return { problem: 'is not written in digits alone', suggestion: digits };
  }
  if (!/^\d+$/.test(cell)) return { problem: 'is not a GTIN: write 8, 12, 13 or 14 digits' };
  if (/^0+$/.test(cell)) return { problem: 'has no digit but 0; leave the cell empty' };
  if (!gtinLengths.includes(cell.length)) return explainLength(cell);
  const right = checkDigitAfter(cell.slice(0, -1));
  return {
    problem: `ends with ${cell.at(-1)}, but the check digit of the digits before it is ${right}; compare it with the label`,
    suggestion: cell.slice(0, -1) + right,
  };
}

function explainLength(digits: string): FormatProblem {
  const problem = `has ${digits.length} digits; a GTIN has 8, 12, 13 or 14`;
  const length = gtinLengths.find((each) => each > digits.length) ?? digits.length;
  const whole = digits.padStart(length, '0');
  if (length - digits.length > maxLostZeros || !isGtin(whole)) return { problem };
  const zeros = 'a spreadsheet probably removed leading zeros: format the column as text';
  return { problem: `${problem}; ${zeros}`, suggestion: whole };
}
