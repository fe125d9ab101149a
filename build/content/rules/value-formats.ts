/**
 * Explains why a price, whole number, day, GTIN or id has an invalid format, and suggests the correct text if only one
 * is possible.
 */
import { fold } from '../findings/suggest.ts';
import { checkDigitAfter, gtinLengths, isGtin } from '../schemas/gtin.ts';
import { daySchema } from '../schemas/values.ts';

/** The problem of a text, as the predicate of a sentence such as `is negative`, and the correct text if it is certain. */
export interface FormatProblem {
  readonly problem: string;
  readonly suggestion?: string;
}

const asText = 'format the column as text';
const priceForm =
  'write two decimals with a point, and no thousands separator or currency, as in 24.50';

/** Returns true for a price as tables contain it: digits, and at most two decimals after a point. */
export const isPrice = (text: string) => /^\d+(\.\d{1,2})?$/.test(text);

/** Returns the reason why an invalid cell is not a price, and the correct price if it is certain. */
export function explainPrice(cell: string): FormatProblem {
  return explainNumber(cell, 'a price such as 1.02', isPrice, [
    [/^-\d/, `is negative; ${priceForm}`],
    [/^(\d+)\.$/, 'ends with its point', '$1'],
    [/^(\.\d{1,2})$/, 'has no digit before its point', '0$1'],
    [/^\d+\.\d{3,}$/, 'has more than two decimals; write it as in 24.50'],
    [/^/, `is not a price: ${priceForm}`],
  ]);
}

/** Returns the reason why an invalid cell is not a whole number, and the correct number if it is certain. */
export function explainWholeNumber(cell: string): FormatProblem {
  return explainNumber(cell, 'a number', (text) => /^\d+$/.test(text), [
    [/^(\d+)[.,]0+$/, 'has decimals; write a whole number', '$1'],
    [/^/, 'is not a whole number: write digits only, as in 24'],
  ]);
}

function explainNumber(
  cell: string,
  what: string,
  isValid: (text: string) => boolean,
  problems: readonly (readonly [pattern: RegExp, problem: string, correct?: string])[],
): FormatProblem {
  const damage = explainSpreadsheet(cell, what);
  if (damage !== undefined) return { problem: damage };
  const text = cell.trim();
  const amount = withoutCurrency(text);
  const plain = withoutThousands(amount);
  if (isValid(plain)) {
    const thousands = plain !== amount && 'has a thousands separator; write none';
    const currency = amount !== text && 'has a currency, which belongs in a separate column';
    return { problem: currency || thousands || 'begins or ends with a space', suggestion: plain };
  }
  const [pattern = '', problem = '', correct] = problems.find(([each]) => each.test(plain)) ?? [];
  if (correct === undefined) return { problem };
  return { problem, suggestion: plain.replace(pattern, correct) };
}

/** Returns a price with a decimal comma in its correct form: `1234.50` for `1 234,50`; undefined for other texts. */
export function withDecimalPoint(cell: string): string | undefined {
  const [, whole, cents] =
    /^(\d[\d\s\u00A0\u202F.'’]*),(\d{1,2})$/.exec(withoutCurrency(cell.trim())) ?? [];
  return whole === undefined ? undefined : `${whole.replace(/\D/g, '')}.${cents}`;
}

/** Removes separators (spaces, apostrophes or commas) between groups of three digits: `1 234.50` → `1234.50`. */
function withoutThousands(text: string): string {
  return /^\d{1,3}([\s\u00A0\u202F'’,]\d{3})+(\.\d{1,2})?$/.test(text)
    ? text.replace(/[\s\u00A0\u202F'’,]/g, '')
    : text;
}

const dollars = '(?:(?:CA[DN]?|USD?|C|U\\.S\\.)\\s?)?[$](?:\\s?(?:CA[DN]?|USD?|U\\.S\\.))?';
const currencyMark = `(?:${dollars}|[€£]|CAD|USD|EUR|GBP)`;
const currencyMarks = new RegExp(`^${currencyMark}\\s*|\\s*${currencyMark}$`, 'gi');

/** Returns an amount without the currency before or after it: `24.50` for `$24.50`, `24.50 CAD` or `24.50 $ CA`. */
export function withoutCurrency(text: string): string {
  return text.replace(currencyMarks, '');
}

/** Currency mark without `$` → code of the currency. */
const currencyCodes: Readonly<Record<string, string>> = {
  ...{ C: 'CAD', CA: 'CAD', CAN: 'CAD', CAD: 'CAD' },
  ...{ US: 'USD', USD: 'USD', '€': 'EUR', '£': 'GBP' },
};

/** Returns the currency that an amount names: `CAD` for `24,50 $ CA`; undefined for a bare `$` or another currency. */
export function currencyIn(text: string): string | undefined {
  return currencyCodes[text.toUpperCase().replace(/[^A-Z€£]/g, '')];
}

/**
 * Returns the reason why a cell is not a day; `problem` is the reason if no more specific one is found. Suggests the
 * correct day if only one is possible: `2026-11-24` for `24/11/2026`, but no day for `03/04/2027`.
 */
export function explainDay(cell: string, problem: string): FormatProblem {
  const text = cell.trim();
  if (/^\d{5}$/.test(text)) {
    // Spreadsheets store a day as the number of days since 30 December 1899.
    const stored = new Date(Date.UTC(1899, 11, 30 + Number(text))).toISOString().slice(0, 10);
    const looks = `looks like a day that a spreadsheet wrote as a number; ${asText}`;
    if (stored.startsWith('20')) return { problem: looks, suggestion: stored };
  }
  const [suggestion, ...others] = new Set(possibleDays(text));
  return { problem, ...(suggestion && others.length === 0 && { suggestion }) };
}

/** Returns the days that a text of three numbers may mean: 2027-04-03 and 2027-03-04 for `03/04/2027`. */
function possibleDays(text: string): readonly string[] {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? /^(20\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  const [, one = '', two = '', last = ''] =
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? [];
  return [`${year}-${month}-${day}`, `${last}-${two}-${one}`, `${last}-${one}-${two}`]
    .map((each) => each.replace(/-(\d)(?!\d)/g, '-0$1'))
    .filter((each) => daySchema.safeParse(each).success);
}

/**
 * Returns the problem and the remedy if a spreadsheet has probably converted a value to a date (`2-Jan`) or shortened
 * its digits (`6.29E+12`). `what` names the value in the message, such as `a SKU`.
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

/** Returns true if a text is an error that a spreadsheet shows in place of a value, in English or French. */
export function isSpreadsheetError(text: string): boolean {
  return /^(#(N\/[AD]|REF!|NAME\?|NOM\s?\?|VALUE!|VALEUR!|DIV\/0!|NUM!|NOMBRE!|NULL!|NUL!|SPILL!|CALC!|ERROR!)|Err:5\d\d)$/.test(
    text,
  );
}

/**
 * Returns the candidate, such as `2-1`, that a spreadsheet has probably converted to the date `text`, such as `2-Jan`;
 * undefined if no candidate or several match.
 */
export function suggestForDate(text: string, candidates: Iterable<string>): string | undefined {
  const numbers = dateNumbers(text);
  if (numbers === undefined) return undefined;
  const meant = [...candidates].filter((candidate) => {
    const [, first, second] = /^0?(\d{1,2})[-/.]0?(\d{1,2})$/.exec(candidate) ?? [];
    return second !== undefined && inOrder(Number(first), Number(second)) === numbers;
  });
  return meant.length === 1 ? meant[0] : undefined;
}

/** Abbreviations of months in English and, without accents, in French Excel. */
const months = [
  'jan feb mar apr may jun jul aug sep oct nov dec'.split(' '),
  'janv fevr mars avr mai juin juil aout sept oct nov dec'.split(' '),
];

/**
 * Returns the two numbers of a text that looks like a date, the lower one first: `1,2` (month and day) for `2-Jan` and
 * `2-Jan-26`, `1,32` (month and year) for `Jan-32`. Returns undefined for other texts.
 */
function dateNumbers(text: string): string | undefined {
  const plain = fold(text.trim()).replaceAll('.', '');
  const [, before, name = '', after] =
    /^(\d{1,2})?-?([a-z]{3,5})-?(\d{2}(?:\d{2})?)?$/.exec(plain) ?? [];
  const month = Math.max(...months.map((names) => names.indexOf(name))) + 1;
  const day = before ?? after;
  if (month > 0 && day !== undefined && plain.includes('-')) {
    return inOrder(Number(day) % 100, month);
  }
  const [, ...parts] =
    /^\d{4}-(\d{2})-(\d{2})$/.exec(plain) ??
    /^(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})$/.exec(plain) ??
    [];
  const [low = 0, high = 0] = parts.map(Number).sort((a, b) => a - b);
  return low >= 1 && low <= 12 && high <= 31 ? inOrder(low, high) : undefined;
}

function inOrder(a: number, b: number): string {
  return `${Math.min(a, b)},${Math.max(a, b)}`;
}

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
  if (gtinLengths.includes(cell.length)) {
    const [right, wrong] = [checkDigitAfter(cell.slice(0, -1)), cell.at(-1)];
    const problem = `ends with ${wrong}, but the check digit of the digits before it is ${right}; compare it with the label`;
    return { problem, suggestion: cell.slice(0, -1) + right };
  }
  const problem = `has ${cell.length} digits; a GTIN has 8, 12, 13 or 14`;
  // Codes that lack more than three digits are probably no GTINs.
  const whole = ['0', '00', '000'].map((zeros) => zeros + cell).find(isGtin);
  if (whole === undefined) return { problem };
  const lost = 'a spreadsheet probably removed leading zeros';
  return { problem: `${problem}; ${lost}: ${asText}`, suggestion: whole };
}

/**
 * Tries common corrections of a text, such as upper case, a missing `#`, and `https:` instead of `http:`. Returns the
 * first one that matches the pattern.
 */
export function correctTo(pattern: RegExp, text: string): string | undefined {
  const id = fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const corrections = [
    text.trim(),
    `#${text}`,
    text.replace(/^#?([0-9A-Fa-f])([0-9A-Fa-f])([0-9A-Fa-f])$/, '#$1$1$2$2$3$3'),
    text.toUpperCase(),
    ...(pattern.test('A') ? [] : [id]),
    text.replace(/^http:/, 'https:'),
    text.replace(/^www\./, 'https://www.'),
  ];
  return corrections.find((each) => each !== text && pattern.test(each));
}
