/** Money in whole cents: read, convert, discount, write. Halves are rounded up. */
import type { Currency } from '../../../contract/locales.ts';
import type { Rate } from '../options.ts';
import { readDecimal } from './decimal.ts';

/** Reads a price such as `52`, `52.5000` or `1,052.50`; undefined when it is none or nothing. */
export function toCents(text: string): number | undefined {
  const decimal = readDecimal(text);
  if (decimal === undefined) return undefined;
  const thousandths = decimal.fraction.padEnd(3, '0').slice(0, 3);
  const cents = decimal.whole * 100 + divide(Number(thousandths), 10);
  return cents === 0 ? undefined : cents;
}

/** Writes cents as `52.00`. */
export function formatCents(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Turns cents of one currency into cents of another; at least one cent. */
export function convert(cents: number, from: Currency, to: Currency, rate: Rate): number {
  if (from === to) return cents;
  const { numerator, denominator } = rate;
  const converted =
    to === 'CAD' ? divide(cents * numerator, denominator) : divide(cents * denominator, numerator);
  return Math.max(1, converted);
}

/** Takes a whole number of per cent off; at least one cent stays. */
export function discount(cents: number, percent: number): number {
  return Math.max(1, divide(cents * (100 - percent), 100));
}

/** The nearest whole number, computed without floats. */
function divide(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor));
}
