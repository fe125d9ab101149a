/** GTINs: Global Trade Item Numbers of 8, 12, 13 or 14 digits (GS1 General Specifications, 7.9 and 7.12). */
import { z } from 'zod';

/** The numbers of digits that a GTIN may have. */
export const gtinLengths: readonly number[] = [8, 12, 13, 14];

/** Returns the check digit that follows these digits: they count three times and once in turn, from the right. */
export function checkDigitAfter(digits: string): string {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/** Whether a text is a GTIN with its check digit. Zeros alone are not a GTIN, although their check digit is right. */
export function isGtin(text: string): boolean {
  if (!/^0*[1-9]\d*$/.test(text) || !gtinLengths.includes(text.length)) return false;
  return checkDigitAfter(text.slice(0, -1)) === text.at(-1);
}

/** Returns a GTIN in the form in which GTINs of any length are compared. */
export function toGtin14(gtin: string): string {
  return gtin.padStart(14, '0');
}

/** A GTIN as on the label; what is wrong with another text is explained by the rule `variant/gtin`. */
export const gtinSchema = z.string().refine(isGtin, 'is not a GTIN');
