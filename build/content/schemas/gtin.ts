/** Validates GTINs: numbers of 8, 12, 13 or 14 digits (GS1 General Specifications, 7.9 and 7.12). */
import { z } from 'zod';

/** The valid numbers of digits of a GTIN. */
export const gtinLengths: readonly number[] = [8, 12, 13, 14];

/** Returns the check digit after `digits`, which are weighted 3 and 1 from the right: `3` for `629104150021`. */
export function checkDigitAfter(digits: string): string {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/** Returns true if a text is a GTIN with a correct check digit, and not only zeros. */
export function isGtin(text: string): boolean {
  if (!/^0*[1-9]\d*$/.test(text) || !gtinLengths.includes(text.length)) return false;
  return checkDigitAfter(text.slice(0, -1)) === text.at(-1);
}

/** Returns a GTIN with leading zeros up to 14 digits, the form in which GTINs of any length are compared. */
export function toGtin14(gtin: string): string {
  return gtin.padStart(14, '0');
}

/** Validates a GTIN as printed on the label. The rule `variant/gtin` explains invalid ones. */
export const gtinSchema = z.string().refine(isGtin, 'is not a GTIN');
