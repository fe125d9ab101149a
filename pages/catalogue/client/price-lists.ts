/** The price lists of a product: the public one and, in the preview, that of each tier. */
import type { PriceTier } from '../../../contract/schemas/pricing.ts';

/** The prices of a product by quantity, and the surcharges of sizes. */
export interface PriceList {
  readonly name: string;
  readonly brackets: readonly PriceTier[];
  /** Size → surcharge for a piece. */
  readonly surcharges: Readonly<Record<string, number>>;
}

/** Returns the quantities at which the brackets of all lists begin, ascending, without duplicates: `[12, 24, 48]`. */
export function quantitiesOf(lists: readonly PriceList[]): number[] {
  const all = lists.flatMap(({ brackets }) => brackets.map(({ minQuantity }) => minQuantity));
  return [...new Set(all)].sort((a, b) => a - b);
}

/** Returns the bracket that contains a quantity; undefined if there is none. */
export function bracketAt({ brackets }: PriceList, quantity: number): PriceTier | undefined {
  return brackets.find(
    ({ minQuantity, maxQuantity }) =>
      minQuantity <= quantity && (maxQuantity === null || quantity <= maxQuantity),
  );
}
