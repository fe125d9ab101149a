/** Renders the prices of one product in one price list. */
import { localeFacts } from '../../contract/locales.ts';
import type { NetPrice } from '../../contract/release.ts';
import type { PriceTier } from '../../contract/schemas/pricing.ts';
import type { ProductRows } from '../content/content.ts';
import { omitUndefined } from '../content/omit-undefined.ts';
import { msrpList, type PriceRow } from '../content/schemas/tables.ts';
import type { ProductContext } from './context.ts';

/**
 * Returns the prices of a product in a list, `msrp` or a tier such as `A3`, in the currency of the locale: the brackets,
 * the surcharge of each size that has one, and the first announced change of the brackets, if there is one.
 */
export function pricesIn(list: string, { rows, locale }: ProductContext) {
  const { currency } = localeFacts[locale];
  const bracketsOf = ({ msrp, net }: Pick<ProductRows, 'msrp' | 'net'>) => {
    const all = list === msrpList ? msrp : (net.get(list) ?? []);
    return toBrackets(all.filter((row) => row.currency === currency));
  };
  const brackets = bracketsOf(rows);
  const surcharges = rows.surcharges.filter(
    (row) => row.list === list && row.currency === currency,
  );
  const days = rows.upcoming.map((day) => ({ from: day.from, brackets: bracketsOf(day) }));
  return {
    brackets,
    surcharges: new Map(surcharges.map(({ size, surcharge }) => [size, surcharge])),
    upcoming: days.find(
      (day) => day.brackets.length > 0 && textOf(day.brackets) !== textOf(brackets),
    ),
  };
}

/**
 * Converts price rows of one list and currency to brackets, sorted by quantity. A bracket ends one piece before the next
 * one; the last has no upper bound (`maxQuantity` is null).
 */
export function toBrackets(rows: readonly PriceRow[]): PriceTier[] {
  const sorted = rows.toSorted((a, b) => a.minQuantity - b.minQuantity);
  return sorted.map(({ minQuantity, price, regularPrice, until }, index) => {
    const next = sorted[index + 1];
    const maxQuantity = next === undefined ? null : next.minQuantity - 1;
    return omitUndefined({ minQuantity, maxQuantity, price, regularPrice, until });
  });
}

/** Returns the prices of brackets as text, without the days until which they apply. */
function textOf(brackets: readonly PriceTier[]): string {
  return JSON.stringify(brackets.map(({ until: _until, ...prices }) => prices));
}

/** Returns the net prices and surcharges of a product in a tier. They are written only to `private/`. */
export function renderNetPrice(
  tier: string,
  { sizes }: { readonly sizes: readonly string[] },
  context: ProductContext,
): NetPrice {
  const { brackets, surcharges, upcoming } = pricesIn(tier, context);
  const ofSizes = sizes.flatMap((size) => {
    const surcharge = surcharges.get(size);
    return surcharge === undefined ? [] : [[size, surcharge] as const];
  });
  return omitUndefined({
    ...{ net: brackets, surcharges: Object.fromEntries(ofSizes) },
    upcoming: upcoming && { from: upcoming.from, net: upcoming.brackets },
  });
}
