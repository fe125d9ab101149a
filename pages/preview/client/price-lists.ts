/** The prices of a product in one locale, list beside list: MSRP first, then the tiers. */
import type { PriceTier, SizePrice } from '../../../contract/schemas/pricing.ts';
import type { LocaleView, ProductAnswer } from '../answers.ts';

export interface PriceList {
  /** `MSRP` or a tier. */
  readonly name: string;
  readonly kind: 'msrp' | 'base' | 'net';
  readonly tiers: readonly PriceTier[];
  /** By size. */
  readonly surcharges: Readonly<Record<string, number>>;
}

/** Returns the price lists: MSRP, then each tier in the catalogue's order. */
export function priceLists(
  { detail, net }: LocaleView,
  { base, all }: ProductAnswer['tiers'],
): PriceList[] {
  const { msrp, sizes } = detail.pricing;
  const tiers = all.map((name) => ({
    name,
    kind: name === base ? ('base' as const) : ('net' as const),
    tiers: net[name]?.net ?? [],
    surcharges: net[name]?.surcharges ?? {},
  }));
  return [{ name: 'MSRP', kind: 'msrp', tiers: msrp, surcharges: publicOf(sizes) }, ...tiers];
}

function publicOf(sizes: readonly SizePrice[]): Record<string, number> {
  const entries = sizes.flatMap(({ name, surcharge }) =>
    surcharge?.msrp === undefined ? [] : [[name, surcharge.msrp] as const],
  );
  return Object.fromEntries(entries);
}

/** The quantities at which some list has another price, ascending. */
export function quantitiesOf(lists: readonly PriceList[]): number[] {
  const all = lists.flatMap(({ tiers }) => tiers.map(({ minQuantity }) => minQuantity));
  return [...new Set(all)].sort((a, b) => a - b);
}

/** The bracket of a list that a quantity falls into. */
export function tierAt({ tiers }: PriceList, quantity: number): PriceTier | undefined {
  return tiers.find(
    ({ minQuantity, maxQuantity }) =>
      minQuantity <= quantity && (maxQuantity === null || quantity <= maxQuantity),
  );
}
