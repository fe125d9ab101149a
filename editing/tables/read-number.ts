/** Parses numbers as people write them: `1 200`, `1,200.50`, `24,50 $`. */
import { explainSpreadsheet, withoutCurrency } from '../../build/content/rules/value-formats.ts';

/** The character that separates decimals. */
export type DecimalSign = '.' | ',';

/** A parsed number, or a problem as the end of a sentence, such as `is empty`. */
export type NumberReading =
  | { readonly number: number; readonly problem?: never }
  | { readonly problem: string };

const space = /[\s\u00A0\u202F'’]/g;

/** Parses a number that may have thousands separators and a currency. */
export function readNumber(text: string, sign?: DecimalSign): NumberReading {
  if (text === '') return { problem: 'is empty' };
  if (text.startsWith('=')) {
    return { problem: 'is a formula; copy the column and paste its values' };
  }
  const damage = explainSpreadsheet(text, 'a number');
  if (damage !== undefined) return { problem: damage };
  const [, minus, amount = ''] = /^([-−+]?)\s*(.*)$/s.exec(withoutCurrency(text)) ?? [];
  const digits = withoutCurrency(amount);
  const factor = minus === '-' || minus === '−' ? -1 : 1;
  const ambiguous = isAmbiguous(digits);
  if (ambiguous && sign === undefined) {
    const [whole, rest] = digits.split(/[.,]/);
    const decimal = `${whole}.${rest}`.replace(/0+$/, '').replace(/\.$/, '');
    return { problem: `may be ${whole}${rest} or ${decimal}; write it without separator` };
  }
  const plain = toPlain(digits, ambiguous ? sign : undefined);
  if (plain !== undefined) return { number: factor * Number(plain) };
  return { problem: 'is not a number; write digits only, as in 1200 or 24.50' };
}

/** Returns true for numbers such as `1,200`, which may be 1200 or 1.2. */
function isAmbiguous(digits: string): boolean {
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
}

/** Returns a number as digits with a decimal point, such as `1200.50`, or undefined if the text is not a number. */
function toPlain(digits: string, sign: DecimalSign | undefined): string | undefined {
  const decimal = sign ?? decimalIn(digits);
  const [whole = '', fraction, ...more] = decimal === undefined ? [digits] : digits.split(decimal);
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return undefined;
  const [thousands] = whole.match(/[^\d]/) ?? [''];
  const isGrouped =
    thousands === '' ||
    (/[.,\s\u00A0\u202F'’]/.test(thousands) &&
      /^\d{1,3}([^\d]\d{3})+$/.test(whole) &&
      whole.replaceAll(thousands, '').match(/^\d+$/) !== null);
  if (!isGrouped || whole === '') return undefined;
  const plain = whole.replace(/\D/g, '');
  return fraction === undefined ? plain : `${plain}.${fraction}`;
}

/** Returns the decimal sign of an unambiguous number: `,` for `1.200,50` and for `24,5`. */
function decimalIn(digits: string): DecimalSign | undefined {
  const signs = digits.match(/[.,]/g) ?? [];
  const last = signs.at(-1) as DecimalSign | undefined;
  if (last === undefined || isAmbiguous(digits)) return undefined;
  if (signs.length === 1) return last;
  return signs.filter((each) => each === last).length === 1 ? last : undefined;
}

/** Returns the decimal sign of a column of numbers, or undefined if it is uncertain. */
export function decimalSignOf(texts: Iterable<string>): DecimalSign | undefined {
  const signs = new Set<DecimalSign>();
  const doubtful = new Set<DecimalSign>();
  let hasSmall = false;
  let hasLarge = false;
  for (const text of texts) {
    const digits = withoutCurrency(text.replace(/^[-−+]/, '')).replace(/^[-−+]/, '');
    if (/^[1-9]\d{0,2}$/.test(digits)) hasSmall = true;
    else if (/^\d{4,}$/.test(digits)) hasLarge = true;
    else if (isAmbiguous(digits)) doubtful.add(digits.match(/[.,]/)?.[0] as DecimalSign);
    else if (toPlain(digits, undefined) !== undefined) {
      const sign = decimalIn(digits);
      const grouping = digits.replace(space, '').match(/[.,]/)?.[0];
      if (sign !== undefined) signs.add(sign);
      else if (grouping !== undefined) signs.add(grouping === ',' ? '.' : ',');
    }
  }
  if (signs.size > 0) return signs.size === 1 ? [...signs][0] : undefined;
  if (!hasSmall || hasLarge || doubtful.size !== 1) return undefined;
  return doubtful.has(',') ? '.' : ',';
}
