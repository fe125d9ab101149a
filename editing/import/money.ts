/** Calculates money in whole cents, never in floating point. */
import type { Currency } from '../../contract/locales.ts';
import { ImportError } from './import-files.ts';

/** CAD per USD, as a fraction of whole numbers. */
export interface Rate {
  readonly numerator: number;
  readonly denominator: number;
}

/** Returns true if a cell has no amount: it is empty or zero. */
export function isEmptyAmount(cell: string): boolean {
  return /^[0.,]*$/.test(cell);
}

/** Formats cents as `52.00`. */
export function formatCents(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Converts cents to another currency, at least one cent. */
export function convert(cents: number, from: Currency, to: Currency, rate: Rate): number {
  if (from === to) return cents;
  const { numerator, denominator } = rate;
  const converted =
    to === 'CAD' ? divide(cents * numerator, denominator) : divide(cents * denominator, numerator);
  return Math.max(1, converted);
}

/** Divides and rounds half up to a whole number, without floating point. */
function divide(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor));
}

/** Parses a rate such as 1.37. Throws `ImportError` unless it is a positive decimal number. */
export function parseRate(text: string): Rate {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(text) ?? [];
  const numerator = Number(`${whole ?? ''}${fraction}`);
  if (whole === undefined || numerator === 0) {
    throw new ImportError(
      `--rate ${text} is invalid; give CAD for one USD, at most four decimals, such as 1.37`,
    );
  }
  return { numerator, denominator: 10 ** fraction.length };
}

/**
 * Returns a percentage of a price; the percentage has at most two decimals. At least one cent if the price
 * is not zero.
 */
export function percentOf(cents: number, percent: number): number {
  const share = divide(cents * Math.round(percent * 100), 10_000);
  return cents === 0 ? 0 : Math.max(1, share);
}
