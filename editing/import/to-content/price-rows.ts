/** Creates the rows of price tables: prices, surcharges of sizes, and dated rows for sales. */
import { isDeepStrictEqual } from 'node:util';
import { dayAfter, dayBefore } from '../../../build/content/dates.ts';
import { groupBy } from '../../../build/content/group-by.ts';
import { msrpList } from '../../../build/content/schemas/tables.ts';
import type { Currency } from '../../../contract/locales.ts';
import { formatCents, percentOf } from '../money.ts';
import type { ImportOptions } from '../options/import-options.ts';
import type { Report } from '../report.ts';
import type { VariantPrices } from './read-price.ts';
import {
  currenciesOf,
  type ImportContext,
  type ResolvedStyle,
  type ResolvedVariant,
} from './resolve-styles.ts';

/** The prices of the cheapest size of a style in one currency, and the surcharges of the sizes that cost more. */
export interface StylePrice extends VariantPrices {
  readonly sku: string;
  readonly currency: Currency;
  /** Size → surcharge in cents. */
  readonly surcharges: ReadonlyMap<string, number>;
}

/** Returns style (imported product) → its prices, one for each currency in which it is sold. */
export function priceStyles(
  styles: readonly ResolvedStyle[],
  { options, report }: ImportContext,
): ReadonlyMap<ResolvedStyle, readonly StylePrice[]> {
  const priced = new Map<ResolvedStyle, readonly StylePrice[]>();
  for (const style of styles) {
    const { sku, source } = style;
    const prices = currenciesOf(options).flatMap(
      (currency) => priceStyle(style, currency, report) ?? [],
    );
    if (prices.length > 0 || source.hidden !== undefined) priced.set(style, prices);
    else {
      const reason = 'styles without a currency in which all sizes have a price';
      report.leaveOut(reason, { name: sku, rows: source.rows, advice: 'add the missing prices' });
    }
  }
  return priced;
}

function priceStyle(
  { sku, variants }: ResolvedStyle,
  currency: Currency,
  report: Report,
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
    report.leaveOut('sizes without a price in one currency', { name, rows: [source.row], advice });
  }
  if (unpriced.length > 0) return undefined;
  const bySize = priceSizes(priced, currency, report);
  const current = Math.min(...bySize.values());
  const surcharges = new Map([...bySize].map(([size, price]) => [size, price - current]));
  const taken = priced.filter(({ size, cents }) => cents.current === bySize.get(size));
  const markdowns = { sku, currency, taken, surcharges };
  return {
    ...{ sku, currency, current },
    regular: markdownOf('regular', markdowns, report)?.price,
    sale: markdownOf('sale', markdowns, report),
    surcharges: new Map([...surcharges].filter(([, more]) => more > 0)),
  };
}

type Priced = ResolvedVariant & { readonly cents: VariantPrices };

function priceSizes(
  variants: readonly Priced[],
  currency: Currency,
  report: Report,
): ReadonlyMap<string, number> {
  const bySize = new Map<string, number>();
  for (const [size, ofSize] of groupBy(variants, (one) => one.size)) {
    const usual = mostFrequent(ofSize.map(({ cents }) => ({ price: cents.current })))?.price ?? 0;
    bySize.set(size, usual);
    const others = ofSize.filter(({ cents }) => cents.current !== usual);
    for (const { name, source, cents } of others) {
      const advice = `${currency} ${formatCents(cents.current)}; in other colours ${size} costs ${formatCents(usual)}, which is imported`;
      report.leaveOut('prices of a colour', { name, rows: [source.row], advice });
    }
  }
  return bySize;
}

interface Markdowns extends Pick<StylePrice, 'sku' | 'currency' | 'surcharges'> {
  readonly taken: readonly Priced[];
}

type Markdown = NonNullable<VariantPrices['sale']>;

/** Returns the sale price or, for `regular`, the compare-at price of most variants; reports the others. */
function markdownOf(
  kind: 'regular' | 'sale',
  { sku, currency, taken, surcharges }: Markdowns,
  report: Report,
): Markdown | undefined {
  const all = taken.map(({ name, source: { row }, size, cents: { regular, sale } }) => {
    const compareAt = regular === undefined ? undefined : { price: regular, from: '', until: '' };
    return { name, row, own: kind === 'sale' ? sale : compareAt, more: surcharges.get(size) ?? 0 };
  });
  const found = all
    .flatMap(({ own, more }) => (own === undefined ? [] : { ...own, price: own.price - more }))
    // A sale price of a large size may be lower than its surcharge.
    .filter(({ price }) => price > 0);
  const usual = found.length * 2 > taken.length ? mostFrequent(found) : undefined;
  const label = kind === 'sale' ? 'sale price' : 'compare-at price';
  for (const { name, row, own, more } of all) {
    const given = usual && { ...usual, price: usual.price + more };
    if (isDeepStrictEqual(own, given)) continue;
    const consequence =
      given === undefined
        ? `most variants of ${sku} have no such price, so it is not imported`
        : `it gets ${toWords(given)}, the most frequent of ${sku}, or of several the highest`;
    const advice = `${currency}: ${own === undefined ? `no ${label}` : toWords(own)}; ${consequence}`;
    report.leaveOut(`${label}s of a colour or size`, { name, rows: [row], advice });
  }
  return usual;
}

function toWords({ price, from, until }: Markdown): string {
  const days = [...(from === '' ? [] : ['from', from]), ...(until === '' ? [] : ['until', until])];
  return [formatCents(price), ...days].join(' ');
}

/** Returns the most frequent price; of several the highest, so that nothing is sold too cheaply. */
function mostFrequent<Price extends { readonly price: number }>(
  prices: readonly Price[],
): Price | undefined {
  const groups = [...groupBy(prices, (one) => JSON.stringify(one)).values()];
  const most = Math.max(...groups.map(({ length }) => length));
  const usual = groups.filter(({ length }) => length === most).flat();
  return usual.sort((one, other) => other.price - one.price)[0];
}

/** Returns the rows of one price list. `prices` has the MSRP (the public price) of each style in each currency. */
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
    const [previous, next] = [from && dayBefore(from), until && dayAfter(until)];
    return [
      ...(previous ? [rowOf(current, regular, '', previous)] : []),
      rowOf(sale.price, regular ?? current, from, until),
      ...(next ? [rowOf(current, regular, next)] : []),
    ];
  });
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
