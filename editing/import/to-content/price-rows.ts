/**
 * Creates the rows of price tables: one price per style, surcharges for more expensive sizes, and dated rows
 * for sales.
 */
import { msrpList } from '../../../build/content/schemas/tables.ts';
import type { Currency } from '../../../contract/locales.ts';
import { formatCents, percentOf } from '../money.ts';
import type { Omissions } from '../omissions.ts';
import type { ImportOptions } from '../options/import-options.ts';
import {
  type Cents,
  currenciesOf,
  type ImportContext,
  type ResolvedStyle,
  type ResolvedVariant,
} from './resolve-styles.ts';

/** The prices of the cheapest size of a style in one currency, and the surcharges of its other sizes. */
export interface StylePrice extends Cents {
  readonly sku: string;
  readonly currency: Currency;
  /** Size → surcharge in cents. */
  readonly surcharges: ReadonlyMap<string, number>;
}

/**
 * Returns style → its prices, one for each currency in which it is sold. Leaves out styles that are sold in no
 * currency, and adds them to the omissions; drafts stay without prices.
 */
export function priceStyles(
  styles: readonly ResolvedStyle[],
  { options, omissions }: ImportContext,
): ReadonlyMap<ResolvedStyle, readonly StylePrice[]> {
  const priced = new Map<ResolvedStyle, readonly StylePrice[]>();
  for (const style of styles) {
    const { sku, source } = style;
    const prices = currenciesOf(options).flatMap(
      (currency) => priceStyle(style, currency, omissions) ?? [],
    );
    if (prices.length > 0 || source.isDraft) priced.set(style, prices);
    else {
      const reason = 'styles without a currency in which all sizes have a price';
      omissions.add(reason, { name: sku, row: source.row, advice: 'add the missing prices' });
    }
  }
  return priced;
}

/**
 * Returns the prices of a style in a currency, or undefined if it is not sold in it: it has no price, or one of its
 * sizes has none, whose variants are added to `omissions`. The price of a size is the most frequent price among the
 * colours in that size; other prices are added to `omissions`. The price of the cheapest size is that of the style,
 * and more expensive sizes get surcharges.
 */
function priceStyle(
  { sku, variants }: ResolvedStyle,
  currency: Currency,
  omissions: Omissions,
): StylePrice | undefined {
  const priced = variants.flatMap((variant) => {
    const cents = variant.prices.get(currency);
    return cents === undefined ? [] : [{ ...variant, cents }];
  });
  if (priced.length === 0) return undefined;
  const pricedSizes = new Set(priced.map(({ size }) => size));
  const unpriced = variants.filter(({ size }) => !pricedSizes.has(size));
  for (const { name, source, size } of unpriced) {
    const advice = `${sku} has no ${currency} price of size ${size}, so it is not sold in ${currency}; add the price`;
    omissions.add('sizes without a price in one currency', { name, row: source.row, advice });
  }
  if (unpriced.length > 0) return undefined;
  const bySize = new Map<string, number>();
  for (const size of pricedSizes) {
    const ofSize = priced.filter((one) => one.size === size);
    const usual = mostFrequent(ofSize.map(({ cents }) => cents.current));
    bySize.set(size, usual);
    const others = ofSize.filter(({ cents }) => cents.current !== usual);
    for (const { name, source, cents } of others) {
      const advice = `${currency} ${formatCents(cents.current)}; in other colours ${size} costs ${formatCents(usual)}, which is imported`;
      omissions.add('prices of a colour', { name, row: source.row, advice });
    }
  }
  const current = Math.min(...bySize.values());
  const taken = priced.filter(({ size, cents }) => cents.current === bySize.get(size));
  const cheapest = taken.filter(({ cents }) => cents.current === current);
  const markdowns = { sku, currency, taken, cheapest };
  const regular = markdownsOf('regular', markdowns, omissions);
  const [sale] = markdownsOf('sale', markdowns, omissions);
  const surcharges = [...bySize].map(([size, price]): [string, number] => [size, price - current]);
  return {
    ...{ sku, currency, current, sale },
    regular: regular.length === 0 ? undefined : mostFrequent(regular),
    surcharges: new Map(surcharges.filter(([, more]) => more > 0)),
  };
}

type Priced = ResolvedVariant & { readonly cents: Cents };

/**
 * The variants of a style that have the price of their size (`taken`), and those of them with the lowest price
 * (`cheapest`).
 */
type Markdowns = Pick<StylePrice, 'sku' | 'currency'> &
  Record<'taken' | 'cheapest', readonly Priced[]>;

/**
 * Returns the markdowns of a `kind` (`regular` for compare-at prices, `sale` for sales) of the variants `cheapest`. All
 * colours and sizes of a style share one markdown: returns an empty list unless more than half of the variants `taken`
 * have one. Adds the exceptions to `omissions`: variants without a markdown, or if the list is empty, variants with
 * one.
 */
function markdownsOf<Kind extends 'regular' | 'sale'>(
  kind: Kind,
  { sku, currency, taken, cheapest }: Markdowns,
  omissions: Omissions,
): NonNullable<Cents[Kind]>[] {
  const marked = taken.filter(({ cents }) => cents[kind] !== undefined);
  const isUsual = marked.length * 2 > taken.length;
  const found = isUsual ? cheapest.flatMap(({ cents }) => cents[kind] ?? []) : [];
  const hasNone = found.length === 0;
  const price = kind === 'sale' ? 'sale price' : 'compare-at price';
  const usual = hasNone ? `no ${price}, so none is imported` : `a ${price}, which all get`;
  for (const { name, source } of hasNone ? marked : taken.filter((one) => !marked.includes(one))) {
    const advice = `${currency}: most variants of ${sku} have ${usual}`;
    omissions.add(`${price}s of a colour or size`, { name, row: source.row, advice });
  }
  return found;
}

/**
 * Returns the most frequent number; among equally frequent ones the highest, so that nothing is sold too cheaply.
 * Returns 0 for an empty list.
 */
function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  const [[found = 0] = []] = [...counts].sort(([a, one], [b, other]) => other - one || b - a);
  return found;
}

/**
 * Returns the rows of a price list for all styles. Each price is `percent` per cent of the MSRP (the public price); for
 * the price list of the MSRP itself, `percent` is 100.
 */
export function toPriceRows(
  prices: readonly StylePrice[],
  percent: number,
  { minimumOrder }: ImportOptions,
): Record<string, string>[] {
  return prices.flatMap(({ sku, currency, current, regular, sale }) => {
    const rowOf = (price: number, before: number | undefined, from = '', until = '') => {
      const net = percentOf(price, percent);
      const usual = before === undefined ? net : percentOf(before, percent);
      return {
        ...{ sku, currency, minQuantity: String(minimumOrder), price: formatCents(net) },
        regularPrice: usual > net ? formatCents(usual) : '',
        ...(sale !== undefined && { from, until }),
      };
    };
    if (sale === undefined) return [rowOf(current, regular)];
    const { from, until } = sale;
    return [
      ...(from === '' ? [] : [rowOf(current, regular, '', dayAfter(from, -1))]),
      rowOf(sale.price, regular ?? current, from, until),
      ...(until === '' ? [] : [rowOf(current, regular, dayAfter(until, 1), '')]),
    ];
  });
}

/**
 * Returns the day that is `days` after `day` (both `YYYY-MM-DD`); a negative number counts backwards.
 */
function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Returns the rows of `surcharges.csv`: one per style, currency, size with a surcharge, and price list. */
export function toSurchargeRows(
  prices: readonly StylePrice[],
  { percentOfMsrp }: ImportOptions['tiers'],
): Record<string, string>[] {
  const lists: [string, number][] = [[msrpList, 100], ...Object.entries(percentOfMsrp)];
  return prices.flatMap(({ sku, currency, surcharges }) =>
    [...surcharges].flatMap(([size, more]) =>
      lists.map(([list, percent]) => ({
        ...{ sku, currency, size, list },
        surcharge: formatCents(percentOf(more, percent)),
      })),
    ),
  );
}
