/** Parses price changes, such as `+4%`, and roundings to functions that calculate a new price in whole cents. */
import { explainPrice, isPrice } from '../../build/content/rules/value-formats.ts';
import { ExpectedError } from '../../console/errors.ts';

/** A function that returns the new price for a price, both in whole cents. */
export type PriceChange = (cents: number) => number;

/** Parses a change such as `+4%` or `-0.25` to a function that rounds half up. Throws an `ExpectedError`. */
export function readChange(text: string): PriceChange {
  const [, sign, whole = '', decimals = '', percent] =
    /^([+-])(\d{1,6})(?:\.(\d{1,2}))?(%)?$/.exec(text.trim()) ?? [];
  if (sign === undefined) {
    throw new ExpectedError(
      `--by "${text}" is not a change: write +4%, -10%, +1.50 or -0.25, with a sign`,
    );
  }
  const amount = Number(`${sign}${whole}${decimals.padEnd(2, '0')}`);
  // In hundredths of a per cent, so that only the last step is not exact.
  return percent === undefined
    ? (cents) => cents + amount
    : (cents) => halfUp((cents * (10_000 + amount)) / 10_000);
}

const roundings: Readonly<Record<string, PriceChange>> = {
  '0.01': (cents) => cents,
  '0.05': (cents) => halfUp(cents / 5) * 5,
  '.99': (cents) => (cents < 0 ? cents : Math.max(0, halfUp((cents - 99) / 100)) * 100 + 99),
};

/** Help about the option `--round`. */
export const roundHelp = `  --round TO            ${Object.keys(roundings).join(', ')}: to the nearest such price (default: 0.01)`;

/** Returns the rounding function for a value of `--round`. Throws an `ExpectedError` for another value. */
export function readRounding(text = '0.01'): PriceChange {
  const rounding = Object.hasOwn(roundings, text) ? roundings[text] : undefined;
  if (rounding !== undefined) return rounding;
  throw new ExpectedError(`--round takes ${Object.keys(roundings).join(', ')}; not "${text}"`);
}

/** Converts a price of a table, such as `24.50`, to cents. Throws an `ExpectedError` for other text. */
export function toCents(price: string, place: string): number {
  if (isPrice(price)) return Math.round(Number(price) * 100);
  throw new ExpectedError(
    `${place}: "${price}" ${explainPrice(price).problem}; nothing was written`,
  );
}

/** Converts cents to a price of a table, such as `24.50`. Throws an `ExpectedError` if it is negative. */
export function toPrice(cents: number): string {
  if (cents < 0) throw new ExpectedError(`a price would be ${(cents / 100).toFixed(2)}`);
  return (cents / 100).toFixed(2);
}

function halfUp(value: number): number {
  return Math.floor(value + 0.5);
}
