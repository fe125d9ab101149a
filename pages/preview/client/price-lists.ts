/** The price lists of a product in one locale: MSRP first, then the net prices of each tier. */
import type { PriceTier, SizePrice } from '../../../contract/schemas/pricing.ts';
import type { LocaleView, ProductResponse } from '../responses.ts';

/** A price list of a product: its price brackets by quantity, and its surcharges. */
export interface PriceList {
  /** `MSRP` or the name of a price tier, such as `A3`. */
  readonly name: string;
  readonly kind: 'msrp' | 'base' | 'net';
  readonly brackets: readonly PriceTier[];
  /** Size → surcharge for a piece, in the currency of the locale, such as 2.5 for $2.50. */
  readonly surcharges: Readonly<Record<string, number>>;
}

/**
 * Returns the price lists of a product: MSRP, then the net prices of each tier in `all`; the list of a tier without
 * prices is empty. `base` is the name of the tier that the catalogue defines as the base distributor tier. Its list has
 * the kind `base`: the chart draws its line thicker than the others.
 */
export function priceLists(
  { detail, net }: LocaleView,
  { base, all }: ProductResponse['tiers'],
): PriceList[] {
  const { msrp, sizes } = detail.pricing;
  const tiers = all.map((name) => ({
    name,
    kind: name === base ? ('base' as const) : ('net' as const),
    brackets: net[name]?.net ?? [],
    surcharges: net[name]?.surcharges ?? {},
  }));
  return [
    { name: 'MSRP', kind: 'msrp', brackets: msrp, surcharges: msrpSurcharges(sizes) },
    ...tiers,
  ];
}

function msrpSurcharges(sizes: readonly SizePrice[]): Record<string, number> {
  const entries = sizes.flatMap(({ name, surcharge }) =>
    surcharge?.msrp === undefined ? [] : [[name, surcharge.msrp] as const],
  );
  return Object.fromEntries(entries);
}

/** Returns the quantities at which the brackets of all lists begin, ascending, without duplicates: `[12, 24, 48]`. */
export function quantitiesOf(lists: readonly PriceList[]): number[] {
  const all = lists.flatMap(({ brackets }) => brackets.map(({ minQuantity }) => minQuantity));
  return [...new Set(all)].sort((a, b) => a - b);
}

/**
 * Returns the bracket of a list that contains a quantity, or undefined if the quantity is below the first bracket or
 * the list has no bracket.
 */
export function bracketAt({ brackets }: PriceList, quantity: number): PriceTier | undefined {
  return brackets.find(
    ({ minQuantity, maxQuantity }) =>
      minQuantity <= quantity && (maxQuantity === null || quantity <= maxQuantity),
  );
}
