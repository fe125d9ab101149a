/** Guard: a product's prices before and after in, those that changed beyond all measure out. */
import type { PriceTier } from '../../contract/schemas/pricing.ts';
import type { PricePair } from '../diff/price-pairs.ts';
import { maxPriceFactor } from './dangers.ts';

/**
 * The prices that changed more than threefold, each in words. Prices are compared for the same
 * quantity, so that brackets that were cut anew hide nothing; a price that is new or gone is none
 * that changed.
 */
export function findPriceJumps({ sku, currency, list, before, after }: PricePair): string[] {
  const words = (what: string, from: number, to: number) =>
    `${sku} ${currency} ${list} ${what}: ${from.toFixed(2)} → ${to.toFixed(2)}`;
  const atQuantities = quantitiesOf(before.brackets, after.brackets).flatMap((quantity) => {
    const [old, now] = [bracketAt(before.brackets, quantity), bracketAt(after.brackets, quantity)];
    if (old === undefined || now === undefined) return [];
    return [
      ...(isJump(old.price, now.price) ? [words(`for ${quantity}`, old.price, now.price)] : []),
      ...(isJump(old.regularPrice, now.regularPrice)
        ? [words(`for ${quantity}, regular`, old.regularPrice ?? 0, now.regularPrice ?? 0)]
        : []),
    ];
  });
  const surcharges = Object.entries(before.surcharges).flatMap(([size, old]) => {
    const now = Object.hasOwn(after.surcharges, size) ? after.surcharges[size] : undefined;
    return now !== undefined && isJump(old, now) ? [words(`surcharge ${size}`, old, now)] : [];
  });
  return [...atQuantities, ...surcharges];
}

function isJump(before: number | undefined, after: number | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  const [low, high] = before < after ? [before, after] : [after, before];
  // In cents: 0.1 + 0.2 is no reason to stop a build. From or to nothing is a jump as well.
  return Math.round(high * 100) > Math.round(low * 100) * maxPriceFactor;
}

/** Where a bracket begins before or after: between two of them no price changes. */
function quantitiesOf(before: readonly PriceTier[], after: readonly PriceTier[]): number[] {
  const quantities = [...before, ...after].map(({ minQuantity }) => minQuantity);
  return [...new Set(quantities)].sort((a, b) => a - b);
}

function bracketAt(brackets: readonly PriceTier[], quantity: number): PriceTier | undefined {
  return brackets.find(
    ({ minQuantity, maxQuantity }) =>
      minQuantity <= quantity && quantity <= (maxQuantity ?? Number.POSITIVE_INFINITY),
  );
}
