/** Numbers as people write them: `1 200`, `1,200.50`, `24,50 $`. */
import { explainSpreadsheet, withoutCurrency } from '../../build/content/rules/value-forms.ts';

/** What stands before decimals. */
export type DecimalSign = '.' | ',';

/** A number, or what is wrong with a text as the predicate of a sentence. */
export type NumberReading =
  | { readonly number: number; readonly problem?: never }
  | { readonly problem: string };

const space = /[\s\u00A0\u202F'’]/g;

/**
 * Reads a number with or without separators of thousands, and a currency. `1,200` is 1200 or 1.2 and therefore a
 * problem, unless the decimal sign of its column is known: see `decimalSignOf`.
 */
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

/** `1,200`: one separator before three digits. A 0 before it leaves decimals only. */
function isAmbiguous(digits: string): boolean {
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
}

/** Returns digits and a point; undefined for what is no number. `sign` decides where the text does not. */
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

/** The decimal sign of digits that can only have one: the last of two signs, or one that groups nothing. */
function decimalIn(digits: string): DecimalSign | undefined {
  const signs = digits.match(/[.,]/g) ?? [];
  const last = signs.at(-1) as DecimalSign | undefined;
  if (last === undefined || isAmbiguous(digits)) return undefined;
  if (signs.length === 1) return last;
  return signs.filter((each) => each === last).length === 1 ? last : undefined;
}

/**
 * Returns the decimal sign of a column by its unambiguous numbers; undefined if they do not agree, or show none. A
 * number such as 950 among `1,200` and `3,400` shows that these have no decimals: a format with decimals has them
 * always. One such as 1500 shows that nothing is grouped.
 */
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
