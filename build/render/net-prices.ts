/** Render: the net prices of one product in one tier. They go to `private/` and nowhere else. */
import type { NetPrice } from '../../contract/release.ts';
import type { ProductContent } from '../content/schemas/product.ts';
import type { RenderContext } from './context.ts';

/** Net brackets and net surcharges of a product in the context's currency. */
export function renderNetPrice(
  tier: string,
  { sku, sizes }: ProductContent,
  { prices, currency }: Pick<RenderContext, 'prices' | 'currency'>,
): NetPrice {
  const surcharges = sizes.flatMap((size) => {
    const surcharge = prices.surcharge(tier, sku, currency, size);
    return surcharge === undefined ? [] : [[size, surcharge] as const];
  });
  return { net: prices.tiers(tier, sku, currency), surcharges: Object.fromEntries(surcharges) };
}
