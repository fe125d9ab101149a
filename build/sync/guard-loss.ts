/** Stops an answer from which more than half of what was active is gone: an outage looks like that too. */
import type { ActiveProduct } from './source.ts';
import { LossError } from './sync-error.ts';

/** Throws `LossError` when more than half of the products that were active are not any more. */
export function guardLoss(before: readonly ActiveProduct[], now: readonly ActiveProduct[]): void {
  const active = new Set(now.map(({ sku }) => sku));
  const gone = before.filter(({ sku }) => !active.has(sku));
  if (gone.length * 2 <= before.length) return;
  const [first] = gone;
  throw new LossError(
    `${gone.length} of ${before.length} active products are gone, ${first?.sku} among them; npm run sync -- --accept-loss takes that for true`,
  );
}
