/** Price: rows of a price table in, the quantity brackets of the API out. */
import type { PriceTier } from '../../contract/schemas/pricing.ts';
import type { PriceRow } from '../content/schemas/tables.ts';

/**
 * Turns the rows of one product and currency into brackets, sorted by quantity. Each ends one piece
 * before the next begins; the last has no upper bound.
 */
export function toPriceTiers(rows: readonly PriceRow[]): PriceTier[] {
  const sorted = [...rows].sort((a, b) => a.minQuantity - b.minQuantity);
  return sorted.map(({ minQuantity, price, regularPrice }, index) => {
    const next = sorted[index + 1];
    return {
      minQuantity,
      maxQuantity: next === undefined ? null : next.minQuantity - 1,
      price,
      ...(regularPrice === undefined ? {} : { regularPrice }),
    };
  });
}
