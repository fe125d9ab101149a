/** Renders the net prices of one product in one tier. They are written only to `private/`. */
import type { NetPrice } from '../../contract/release.ts';
import type { ProductContent } from '../content/schemas/product.ts';
import type { ProductContext } from './context.ts';

/**
 * Returns the net price brackets and net surcharges of a product in a price tier, in the currency of the
 * context.
 */
export function renderNetPrice(
  tier: string,
  { sizes }: Pick<ProductContent, 'sizes'>,
  { prices }: Pick<ProductContext, 'prices'>,
): NetPrice {
  const surcharges = sizes.flatMap((size) => {
    const surcharge = prices.surcharge(tier, size);
    return surcharge === undefined ? [] : [[size, surcharge] as const];
  });
  const upcoming = prices.upcoming(tier);
  return {
    ...{ net: prices.brackets(tier), surcharges: Object.fromEntries(surcharges) },
    ...(upcoming && { upcoming: { from: upcoming.from, net: upcoming.brackets } }),
  };
}
