/** Two price lists of a product in, every amount that changed out. */
import type { Currency } from '../../contract/locales.ts';
import type { PriceList, PricePair } from './price-pairs.ts';

/** One amount of a list: a bracket's price, its price before a markdown, or a size's surcharge. */
interface PriceLine {
  readonly kind: 'price' | 'regularPrice' | 'surcharge';
  /** Smallest quantity of the bracket. */
  readonly minQuantity?: number;
  readonly size?: string;
  readonly amount: number;
}

export interface PriceChange extends Omit<PriceLine, 'amount'> {
  readonly sku: string;
  readonly currency: Currency;
  /** `msrp` or a tier. */
  readonly list: string;
  /** Null where there was none. */
  readonly before: number | null;
  /** Null where there is none any more. */
  readonly after: number | null;
  /** Change in percent of what it was, to a hundredth; null when there is nothing to compare. */
  readonly percent: number | null;
}

/** The changed amounts: brackets by quantity, then surcharges by size. */
export function comparePrices({ sku, currency, list, before, after }: PricePair): PriceChange[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  const changes = names.flatMap((name): PriceChange[] => {
    const [was, is] = [old.get(name), now.get(name)];
    if (was?.amount === is?.amount) return [];
    const { amount: _amount, ...line } = (was ?? is) as PriceLine;
    const [from, to] = [was?.amount ?? null, is?.amount ?? null];
    const percent = from === null || to === null ? null : percentOf(from, to);
    return [{ sku, currency, list, ...line, before: from, after: to, percent }];
  });
  return changes.sort(byPlace);
}

/** How much more `after` is than `before`, in percent, to a hundredth; null from nothing. */
export function percentOf(before: number, after: number): number | null {
  return before === 0 ? null : Math.round(((after - before) / before) * 10_000) / 100;
}

function linesOf({ brackets, surcharges }: PriceList): Map<string, PriceLine> {
  const lines = brackets.flatMap(({ minQuantity, price, regularPrice }): PriceLine[] => [
    { kind: 'price', minQuantity, amount: price },
    ...(regularPrice === undefined
      ? []
      : [{ kind: 'regularPrice', minQuantity, amount: regularPrice } as const]),
  ]);
  const sizes = Object.entries(surcharges).map(
    ([size, amount]): PriceLine => ({ kind: 'surcharge', size, amount }),
  );
  return new Map(
    [...lines, ...sizes].map((line) => [
      `${line.kind} ${line.minQuantity ?? ''} ${line.size ?? ''}`,
      line,
    ]),
  );
}

function byPlace(a: PriceChange, b: PriceChange): number {
  const quantityOf = ({ minQuantity }: PriceChange) => minQuantity ?? Number.POSITIVE_INFINITY;
  const [one, other] = [quantityOf(a), quantityOf(b)];
  return one === other ? 0 : one - other;
}
