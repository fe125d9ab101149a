/** Render: the net prices of one tier and locale. They go to `private/` and nowhere else. */
import type { NetPrices } from '../../contract/release.ts';
import type { RenderContext } from './context.ts';

/** Net brackets and net surcharges of every product of the context's locale, by SKU. */
export function renderNetPrices(tier: string, context: RenderContext): NetPrices {
  const { prices, currency, products } = context;
  const entries = products.map(({ sku, sizes }) => {
    const surcharges = sizes.flatMap((size) => {
      const surcharge = prices.surcharge(tier, sku, currency, size);
      return surcharge === undefined ? [] : [[size, surcharge] as const];
    });
    const net = prices.tiers(tier, sku, currency);
    return [sku, { net, surcharges: Object.fromEntries(surcharges) }] as const;
  });
  return Object.fromEntries(entries);
}
