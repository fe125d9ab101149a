/** Puts an account's net prices into public documents: pure, one function an answer (spec, "Pricing object"). */
import type { NetPrice } from '../../contract/release.ts';
import type { ProductPricing, SizePrice } from '../../contract/schemas/pricing.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';

/** The detail with `pricing.net`, `pricing.priceTier` and net surcharges added; all else as it is. */
export function mergeDetail(
  detail: ProductDetail,
  priceTier: string,
  netPrice: NetPrice,
): ProductDetail {
  const { currency, msrp, sizes, ...rest } = detail.pricing;
  const pricing = {
    currency,
    msrp,
    net: netPrice.net,
    priceTier,
    sizes: mergeSizes(sizes, netPrice),
    ...rest,
  };
  return { ...detail, pricing };
}

/** The prices of a product alone, as the pricing route answers them. */
export function toProductPricing(
  detail: ProductDetail,
  priceTier: string,
  netPrice: NetPrice,
): ProductPricing {
  const { currency, msrp, sizes } = detail.pricing;
  const { sku } = detail;
  return { sku, currency, priceTier, msrp, net: netPrice.net, sizes: mergeSizes(sizes, netPrice) };
}

function mergeSizes(sizes: readonly SizePrice[], { surcharges }: NetPrice): SizePrice[] {
  return sizes.map((size) => {
    // A size may be called like a member that every object inherits.
    const net = Object.hasOwn(surcharges, size.name) ? surcharges[size.name] : undefined;
    return net === undefined ? size : { ...size, surcharge: { ...size.surcharge, net } };
  });
}
