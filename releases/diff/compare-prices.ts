/**
 * Finds the prices that differ between two releases: `pricePairs` yields the price lists of each product in
 * both releases, and `comparePrices` returns the values that differ in such a pair.
 */
import { msrpList } from '../../build/content/schemas/tables.ts';
import type { IndexedDetail } from '../../build/render/product-files.ts';
import { type Currency, type Locale, localeFacts, locales } from '../../contract/locales.ts';
import type { NetPrice } from '../../contract/release.ts';
import type { PriceTier } from '../../contract/schemas/pricing.ts';
import {
  changedProducts,
  detailDiffers,
  fileDiffers,
  netPricesPath,
  type ReadableRelease,
} from './read-release.ts';

/** The prices of a product in one price list. */
export interface PriceList {
  readonly brackets: readonly PriceTier[];
  /** Size name → surcharge, such as 2.5 for $2.50. */
  readonly surcharges: Readonly<Record<string, number>>;
}

/** A product in a price list: `msrp`, or a tier (a list of net prices) such as `A3`. */
interface ListedProduct {
  readonly sku: string;
  readonly currency: Currency;
  readonly list: string;
}

/** The prices of a product in one price list, in two releases. */
export interface PricePair extends ListedProduct {
  readonly before: PriceList;
  readonly after: PriceList;
}

/** The position of one value in a price list: of a bracket (a range of quantities), or the surcharge of a size. */
export interface PriceLine {
  readonly kind: 'price' | 'regularPrice' | 'until' | 'surcharge';
  /** The smallest quantity of the bracket; missing for a surcharge. */
  readonly minQuantity?: number;
  /** Name of the size; missing unless this is a surcharge. */
  readonly size?: string;
}

/** The position of an amount (a price, a regular price or a surcharge, but not a last day) in a price list. */
export interface AmountLine extends PriceLine {
  readonly kind: Exclude<PriceLine['kind'], 'until'>;
}

/** A value in a price list: an amount, such as 18.5 for $18.50, or the last day of a price, such as `2026-12-31`. */
export type PriceValue = number | string;

/** A value of a price list that differs between two releases; null where the value is missing. */
export interface PriceChange extends PriceLine, ListedProduct {
  readonly before: PriceValue | null;
  readonly after: PriceValue | null;
  /** Change in percent of the old amount, with two decimals; null without two amounts or for an old amount of 0. */
  readonly percent: number | null;
}

/** The first locale of each currency: all locales of a currency have the same prices. */
export const pricedLocales = locales.filter(
  (locale) =>
    locales.find((each) => localeFacts[each].currency === localeFacts[locale].currency) === locale,
);

/**
 * Yields the prices of each product that both releases have: MSRP, then each tier that both have. Skips files with the
 * same SHA-256. Rejects with `UnreadableError` if a file of net prices cannot be read.
 */
export async function* pricePairs(
  before: ReadableRelease,
  after: ReadableRelease,
): AsyncGenerator<PricePair> {
  for (const locale of pricedLocales) yield* publicPairs(before, after, locale);
  for (const tier of before.manifest.tiers) {
    for (const locale of pricedLocales) yield* netPairs(before, after, tier, locale);
  }
}

function* publicPairs(
  before: ReadableRelease,
  after: ReadableRelease,
  locale: Locale,
): Generator<PricePair> {
  const { currency } = localeFacts[locale];
  for (const sku of changedProducts(before, after)) {
    if (!detailDiffers(sku, locale, before, after)) continue;
    const [one, other] = [before, after].map(({ index }) => index.product(sku)?.locales[locale]);
    if (one === undefined || other === undefined) continue;
    yield { sku, currency, list: msrpList, before: toPriceList(one), after: toPriceList(other) };
  }
}

async function* netPairs(
  before: ReadableRelease,
  after: ReadableRelease,
  tier: string,
  locale: Locale,
): AsyncGenerator<PricePair> {
  if (!fileDiffers(netPricesPath(tier, locale), before, after)) return;
  const { currency } = localeFacts[locale];
  const [one, other] = [await before.netPrices(tier, locale), await after.netPrices(tier, locale)];
  for (const [sku, prices] of Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const later = Object.hasOwn(other, sku) ? other[sku] : undefined;
    if (later === undefined) continue;
    yield { sku, currency, list: tier, before: fromNet(prices), after: fromNet(later) };
  }
}

function toPriceList({ msrp, sizes }: Pick<IndexedDetail, 'msrp' | 'sizes'>): PriceList {
  const surcharges = sizes.flatMap(({ name, surcharge }) =>
    surcharge?.msrp === undefined ? [] : [[name, surcharge.msrp] as const],
  );
  return { brackets: msrp, surcharges: Object.fromEntries(surcharges) };
}

function fromNet({ net, surcharges }: NetPrice): PriceList {
  return { brackets: net, surcharges };
}

/** Returns the values that differ in a pair: those of brackets, sorted by quantity, then surcharges. */
export function comparePrices({ sku, currency, list, before, after }: PricePair): PriceChange[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  const changes = names.flatMap((name): PriceChange[] => {
    const [was, is] = [old.get(name), now.get(name)];
    if (was?.value === is?.value) return [];
    const { value: _value, ...line } = (was ?? is) as PricePoint;
    const [from, to] = [was?.value ?? null, is?.value ?? null];
    const percent = typeof from === 'number' && typeof to === 'number' ? percentOf(from, to) : null;
    return [{ sku, currency, list, ...line, before: from, after: to, percent }];
  });
  return changes.sort(byQuantity);
}

/** Returns the change from `before` to `after` in percent with two decimals, or null if `before` is 0. */
export function percentOf(before: number, after: number): number | null {
  return before === 0 ? null : Math.round(((after - before) / before) * 10_000) / 100;
}

/** A value and its position in a price list. */
interface PricePoint extends PriceLine {
  readonly value: PriceValue;
}

const bracketKinds = ['price', 'regularPrice', 'until'] as const;

/** Returns the values of a price list by key. */
function valuesOf({ brackets, surcharges }: PriceList): Map<string, PricePoint> {
  const lines = brackets.flatMap(({ minQuantity, ...bracket }) =>
    bracketKinds.flatMap((kind): PricePoint[] => {
      const value = bracket[kind];
      return value === undefined ? [] : [{ kind, minQuantity, value }];
    }),
  );
  const sizes = Object.entries(surcharges).map(
    ([size, value]): PricePoint => ({ kind: 'surcharge', size, value }),
  );
  return new Map(
    [...lines, ...sizes].map((line) => [
      `${line.kind} ${line.minQuantity ?? ''} ${line.size ?? ''}`,
      line,
    ]),
  );
}

function byQuantity(a: PriceChange, b: PriceChange): number {
  const quantityOf = ({ minQuantity }: PriceChange) => minQuantity ?? Number.POSITIVE_INFINITY;
  const [one, other] = [quantityOf(a), quantityOf(b)];
  return one === other ? 0 : one - other;
}
