/** Parses the prices of the source, and omits those that cannot be imported. */
import { currencyIn, explainDay } from '../../../build/content/rules/value-formats.ts';
import { maxDigits } from '../../../build/content/schemas/tables.ts';
import { daySchema, notADay } from '../../../build/content/schemas/values.ts';
import type { Currency } from '../../../contract/locales.ts';
import { type DecimalSign, readNumber } from '../../tables/read-number.ts';
import { formatCents } from '../money.ts';
import type { NeutralPrice } from '../neutral.ts';

/** The prices of one piece in cents: the current price, the price before a markdown, and the price during a sale. */
export interface VariantPrices {
  readonly current: number;
  readonly regular: number | undefined;
  /** A price below `current` from the day `from` until the day `until` (`YYYY-MM-DD`, both included). */
  readonly sale:
    | { readonly price: number; readonly from: string; readonly until: string }
    | undefined;
}

/** What a price is read with: sign, currency and day of the import, and how it reports a problem. */
export interface PriceReading {
  readonly sign: DecimalSign | undefined;
  readonly currency: Currency;
  readonly today: string;
  readonly omit: (reason: string, advice: string) => void;
}

/** Parses the price of a variant in one currency, with its sale and compare-at prices. */
export function readPrice(
  { price, compareAt = '', sale }: NeutralPrice,
  reading: PriceReading,
): VariantPrices | undefined {
  const current = readCents(price, reading);
  if (current === 0) reading.omit('prices of 0', `"${price}"`);
  if (!current) return undefined;
  const compared = readCents(compareAt, reading) || undefined;
  if (compared !== undefined && compared < current) {
    reading.omit(
      'compare-at prices below the price',
      `${compareAt} is below ${formatCents(current)}`,
    );
  }
  const regular = compared !== undefined && compared > current ? compared : undefined;
  const lower = sale && toSale(sale, current, reading);
  const isUndated = lower?.from === '' && lower.until === '';
  return isUndated
    ? { current: lower.price, regular: regular ?? current, sale: undefined }
    : { current, regular, sale: lower };
}

function toSale(
  { price: text, from, until }: NonNullable<NeutralPrice['sale']>,
  current: number,
  reading: PriceReading,
): VariantPrices['sale'] {
  const price = readCents(text, reading);
  if (price !== undefined && price > current) {
    reading.omit('sale prices above the price', `${text} is above ${formatCents(current)}`);
  }
  if (price === 0) reading.omit('sale prices of 0', `"${text}"; the style keeps its price`);
  if (!price || price >= current) return undefined;
  const problems = Object.entries({ from, until }).flatMap(([name, day]) => {
    const problem = day === '' ? undefined : explainNoDay(day);
    return problem === undefined ? [] : [`${name} "${day}" ${problem}`];
  });
  if (problems.length > 0) {
    reading.omit('sale prices with unreadable dates', problems.join('; '));
    return undefined;
  }
  if (until !== '' && until < reading.today) {
    reading.omit('sale prices that have ended', `${text} until ${until}`);
    return undefined;
  }
  if (until !== '' && until < from) {
    reading.omit('sale prices that end before they begin', `${text} from ${from} until ${until}`);
    return undefined;
  }
  return { price, from, until };
}

function explainNoDay(text: string): string | undefined {
  if (daySchema.safeParse(text).success) return undefined;
  const { problem, suggestion } = explainDay(text, notADay);
  return suggestion === undefined ? problem : `${problem}; perhaps ${suggestion}`;
}

/** The lowest amount in cents that has too many digits for a table. */
const centsLimit = 100 * 10 ** maxDigits;

function readCents(text: string, { sign, currency, omit }: PriceReading): number | undefined {
  if (text === '') return undefined;
  const named = currencyIn(text);
  if (named !== undefined && named !== currency) {
    const remedy = 'correct the price, or the currency of its column (--currency, or the map)';
    omit(
      'prices in another currency',
      `"${text}" is in ${named}, its column in ${currency}; ${remedy}`,
    );
    return undefined;
  }
  const reading = readNumber(text, sign);
  // A product would be inexact: 10.075 * 100 is below 1007.5.
  const exact = reading.problem === undefined ? Number(`${reading.number}e2`) : 0;
  const cents = Math.round(exact);
  const problem = cents < centsLimit ? reading.problem : 'has too many digits';
  if (problem !== undefined) {
    omit('unreadable prices', `"${text}" ${problem}`);
    return undefined;
  }
  if (cents !== exact) {
    omit('prices with more than two decimals, rounded', `"${text}" becomes ${formatCents(cents)}`);
  }
  if (cents >= 0) return cents;
  omit('prices below 0', `"${text}"`);
  return undefined;
}
