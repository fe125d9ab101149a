/**
 * Explains why a price, whole number, day or id has an invalid format, and suggests the correct text if only
 * one is possible.
 */

import { daySchema } from '../schemas/values.ts';

/**
 * The problem of a text, as the predicate of a sentence such as `is negative`, and the correct text if it is
 * certain.
 */
export interface FormatProblem {
  readonly problem: string;
  readonly suggestion?: string;
}

const asText = 'format the column as text';
const priceForm =
  'write two decimals with a point, and no thousands separator or currency, as in 24.50';
const numberForm = 'write digits only, as in 24';

/** Returns the reason why an invalid cell is not a price, and the correct price if it is certain. */
export function explainPrice(cell: string): FormatProblem {
  const text = cell.trim();
  const amount = withoutCurrency(text);
  const plain = withoutThousands(amount);
  const damage = explainSpreadsheet(cell, 'a price such as 1.02');
  if (damage !== undefined) return { problem: damage };
  if (isPrice(plain)) {
    if (amount !== text) {
      return { problem: 'has a currency, which belongs in a separate column', suggestion: plain };
    }
    const problem =
      plain === amount
        ? 'begins or ends with a space'
        : 'has a thousands separator; prices have none';
    return { problem, suggestion: plain };
  }
  if (/^-\d/.test(amount)) return { problem: `is negative; ${priceForm}` };
  if (/^\d+\.$/.test(amount)) {
    return { problem: 'ends with its point', suggestion: amount.slice(0, -1) };
  }
  if (/^\.\d{1,2}$/.test(amount)) {
    return { problem: 'has no digit before its point', suggestion: `0${amount}` };
  }
  const [, decimals = ''] = /^\d+\.(\d{3,})$/.exec(amount) ?? [];
  if (decimals !== '') {
    return { problem: `has ${decimals.length} decimals; a price has at most two, as in 24.50` };
  }
  return { problem: `is not a price: ${priceForm}` };
}

/**
 * Returns a price with a decimal comma in its correct form, such as `1234.50` for `1 234,50`; undefined for
 * other texts.
 */
export function withDecimalPoint(cell: string): string | undefined {
  const [, whole, cents] =
    /^(\d[\d\s\u00A0\u202F.'’]*),(\d{1,2})$/.exec(withoutCurrency(cell.trim())) ?? [];
  return whole === undefined ? undefined : `${whole.replace(/\D/g, '')}.${cents}`;
}

/** Returns the reason why an invalid cell is not a whole number, and the correct number if it is certain. */
export function explainWholeNumber(cell: string): FormatProblem {
  const damage = explainSpreadsheet(cell, 'a number');
  if (damage !== undefined) return { problem: damage };
  const plain = withoutThousands(cell.trim());
  if (/^\d+$/.test(plain)) {
    const problem =
      plain === cell.trim()
        ? 'begins or ends with a space'
        : 'has a thousands separator; numbers have none';
    return { problem, suggestion: plain };
  }
  const [, whole] = /^(\d+)[.,]0+$/.exec(plain) ?? [];
  if (whole !== undefined)
    return { problem: 'has decimals; write a whole number', suggestion: whole };
  return { problem: `is not a whole number: ${numberForm}` };
}

/**
 * Returns the reason why a cell is not a day; `problem` is the reason if no more specific one is found. Suggests the
 * correct day if only one is possible: `2026-11-24` for `24/11/2026`, but no day for `03/04/2027`.
 */
export function explainDay(cell: string, problem: string): FormatProblem {
  const text = cell.trim();
  const stored = dayOfSpreadsheet(text);
  if (stored !== undefined) {
    const looks = 'looks like a day that a spreadsheet wrote as a number';
    return { problem: `${looks}; ${asText}`, suggestion: stored };
  }
  const [suggestion, ...others] = new Set(possibleDays(text));
  return { problem, ...(suggestion && others.length === 0 && { suggestion }) };
}

function isDay(text: string): boolean {
  return daySchema.safeParse(text).success;
}

/** Returns the days that a text of three numbers may mean: 2027-04-03 and 2027-03-04 for `03/04/2027`. */
function possibleDays(text: string): readonly string[] {
  const [, year, month = '', day = ''] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? /^(20\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  const [, one = '', two = '', last = ''] =
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? [];
  const orders = year
    ? [[year, month, day]]
    : [
        [last, two, one],
        [last, one, two],
      ];
  return orders.map((parts) => parts.map((part) => part.padStart(2, '0')).join('-')).filter(isDay);
}

/**
 * Returns the day that Excel and LibreOffice store as the number `text`, the number of days since 30 December 1899:
 * `2027-01-01` for `46388`. Returns undefined if it is not a number or not a day of this century.
 */
function dayOfSpreadsheet(text: string): string | undefined {
  if (!/^\d{5}$/.test(text)) return undefined;
  const day = new Date(Date.UTC(1899, 11, 30 + Number(text))).toISOString().slice(0, 10);
  return day.startsWith('20') ? day : undefined;
}

/**
 * Returns a message with the problem and the remedy if a spreadsheet has probably converted a value to a date (`2-Jan`)
 * or shortened its digits (`6.29E+12`), otherwise undefined. `what` names the value in the message, such as `a SKU`.
 */
export function explainSpreadsheet(text: string, what: string): string | undefined {
  if (dateNumbers(text) !== undefined) {
    return `looks like a date that a spreadsheet made of ${what}; ${asText} and write the value again`;
  }
  if (/^\d([.,]\d+)?E[+-]?\d+$/i.test(text.trim())) {
    return `looks like a number that a spreadsheet shortened; ${asText} and write all of its digits`;
  }
  return undefined;
}

/** Matches the errors that spreadsheets show in the place of a value, in English and in French. */
const errorValues =
  /^(#(N\/[AD]|REF!|NAME\?|NOM\s?\?|VALUE!|VALEUR!|DIV\/0!|NUM!|NOMBRE!|NULL!|NUL!|SPILL!|CALC!|ERROR!)|Err:5\d\d)$/;

/** Returns true if a text is an error that a spreadsheet shows in place of a value, such as `#NAME?` or `#N/A`. */
export function isSpreadsheetError(text: string): boolean {
  return errorValues.test(text);
}

/**
 * Returns the candidate, such as `2-1`, that a spreadsheet has probably converted to the date `text`, such as
 * `2-Jan`. Returns undefined if no candidate or several match, or if the text is not a date.
 */
export function suggestForDate(text: string, candidates: Iterable<string>): string | undefined {
  const numbers = dateNumbers(text);
  if (numbers === undefined) return undefined;
  const meant = [...candidates].filter((candidate) => {
    const [, first, second] = /^0?(\d{1,2})[-/.]0?(\d{1,2})$/.exec(candidate) ?? [];
    if (first === undefined || second === undefined) return false;
    const pair = [Number(first), Number(second)].sort((a, b) => a - b);
    return pair.join() === numbers.join();
  });
  return meant.length === 1 ? meant[0] : undefined;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Month abbreviations of French Excel, such as in `02-janv`, without accents. */
const frenchMonths = [
  'janv',
  'fevr',
  'mars',
  'avr',
  'mai',
  'juin',
  'juil',
  'aout',
  'sept',
  'oct',
  'nov',
  'dec',
];

/**
 * Returns the two numbers of a text that looks like a date, the lower one first, to compare them with a value such as
 * `2-1`: `[1, 2]` (month and day) for `2-Jan` and `2-Jan-26`, `[1, 32]` (month and year) for `Jan-32`. Returns
 * undefined for other texts.
 */
function dateNumbers(text: string): readonly number[] | undefined {
  const plain = text
    .trim()
    .normalize('NFD')
    .replace(/\p{M}|\./gu, '')
    .toLowerCase();
  const [, before, name = '', after] =
    /^(\d{1,2})?[- ]?([a-z]{3,5})[- ]?(\d{2}(?:\d{2})?)?$/.exec(plain) ?? [];
  const month = Math.max(months.indexOf(name), frenchMonths.indexOf(name)) + 1;
  const day = before ?? after;
  if (month > 0 && day !== undefined && /[- ]/.test(plain))
    return inOrder(Number(day) % 100, month);
  const full =
    /^\d{4}-(\d{2})-(\d{2})$/.exec(plain) ??
    /^(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})$/.exec(plain);
  if (full === null) return undefined;
  const [first, second] = [Number(full[1]), Number(full[2])];
  const isDate =
    Math.min(first, second) >= 1 && Math.min(first, second) <= 12 && Math.max(first, second) <= 31;
  return isDate ? inOrder(first, second) : undefined;
}

function inOrder(a: number, b: number): readonly number[] {
  return a < b ? [a, b] : [b, a];
}

/** Returns true for a price as tables contain it: digits, and at most two decimals after a point. */
export function isPrice(text: string): boolean {
  return /^\d+(\.\d{1,2})?$/.test(text);
}

const dollars = '(?:(?:CA[DN]?|USD?|C|U\\.S\\.)\\s?)?[$](?:\\s?(?:CA[DN]?|USD?|U\\.S\\.))?';
const currencyMark = `(?:${dollars}|[€£]|CAD|USD|EUR|GBP)`;
const currencyMarks = new RegExp(`^${currencyMark}\\s*|\\s*${currencyMark}$`, 'gi');

/** Returns an amount without the currency before or after it: `24.50` for `$24.50`, `24.50 CAD` or `24.50 $ CA`. */
export function withoutCurrency(text: string): string {
  return text.replace(currencyMarks, '');
}

/** Currency mark without `$`, such as `CA` of `CA$` → code of the currency. */
const currencyCodes: ReadonlyMap<string, string> = new Map([
  ...['C', 'CA', 'CAN', 'CAD'].map((mark) => [mark, 'CAD'] as const),
  ...['US', 'USD'].map((mark) => [mark, 'USD'] as const),
  ...['€', 'EUR'].map((mark) => [mark, 'EUR'] as const),
  ...['£', 'GBP'].map((mark) => [mark, 'GBP'] as const),
]);

/**
 * Returns the code of the currency that an amount names, such as `CAD` for `24,50 $ CA`; undefined for a bare `$`, an
 * unknown currency or an amount without one.
 */
export function currencyIn(text: string): string | undefined {
  return currencyCodes.get(text.toUpperCase().replace(/[^A-Z€£]/g, ''));
}

/**
 * Returns an amount without separators between groups of three digits (spaces, apostrophes or commas), such as
 * `1234.50` for `1 234.50`; returns other texts unchanged.
 */
function withoutThousands(text: string): string {
  return /^\d{1,3}([\s\u00A0\u202F'’,]\d{3})+(\.\d{1,2})?$/.test(text)
    ? text.replace(/[\s\u00A0\u202F'’,]/g, '')
    : text;
}

/**
 * Tries common corrections of a text, such as upper case, a missing `#`, and `https:` instead of `http:`.
 * Returns the first one that matches the pattern, or undefined if none does.
 */
export function correctTo(pattern: RegExp, text: string): string | undefined {
  const takesUpperCase = pattern.test('A');
  const corrections = [
    text.trim(),
    `#${text}`,
    text.replace(/^#?([0-9A-Fa-f])([0-9A-Fa-f])([0-9A-Fa-f])$/, '#$1$1$2$2$3$3'),
    text.toUpperCase(),
    ...(takesUpperCase ? [] : [toId(text)]),
    text.replace(/^http:/, 'https:'),
    text.replace(/^www\./, 'https://www.'),
  ];
  return corrections.find((each) => each !== text && pattern.test(each));
}

/** Converts a text to an id: `navy-blue` for `Navy blue`. */
function toId(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
