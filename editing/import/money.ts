/** Calculates with money in whole cents, without floating-point arithmetic. */
import type { Currency } from '../../contract/locales.ts';
import { ImportError } from './import-files.ts';

/** An exchange rate, CAD per USD, as a fraction of integers: 1.37 is 137/100. */
export interface Rate {
  readonly numerator: number;
  readonly denominator: number;
}

/** Formats cents as an amount such as `52.00`. */
export function formatCents(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Converts cents from one currency to another at an exchange rate, and rounds half up. */
export function convert(cents: number, from: Currency, to: Currency, rate: Rate): number {
  if (from === to) return cents;
  const { numerator, denominator } = rate;
  const converted =
    to === 'CAD' ? divide(cents * numerator, denominator) : divide(cents * denominator, numerator);
  return Math.max(1, converted);
}

function divide(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor));
}

/** Parses CAD per USD, such as 1.37. Throws `ImportError` if it is not positive or has too many digits. */
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

/** Returns a share of a price in cents, rounded half up, but at least one cent if the price is not zero. */
export function percentOf(cents: number, percent: number): number {
  const share = divide(cents * Math.round(percent * 100), 10_000);
  return cents === 0 ? 0 : Math.max(1, share);
}
