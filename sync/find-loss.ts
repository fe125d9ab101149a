/** Finds an answer from which more than half of what was active is gone: an outage looks like that too. */
import type { ActiveProduct } from './source.ts';
import { LossError } from './sync-error.ts';

/** Returns a `LossError` when more than half of the products that were active are not any more. */
export function findLoss(
  before: readonly ActiveProduct[],
  now: readonly ActiveProduct[],
): LossError | undefined {
  const active = new Set(now.map(({ sku }) => sku));
  const gone = before.filter(({ sku }) => !active.has(sku));
  if (gone.length * 2 <= before.length) return undefined;
  const [first] = gone;
  return new LossError(
    `${gone.length} of ${before.length} active products are gone, ${first?.sku} among them; npm run sync -- --accept-loss accepts that loss`,
  );
}
