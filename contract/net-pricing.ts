/**
 * Merges net prices into public documents (specification, "Pricing object"). Each account has a price tier, such as
 * `A3`, which determines its net prices.
 */
import type { NetPrice } from './release.ts';
import type { CatalogPricing, ProductPricing, SizePrice } from './schemas/pricing.ts';
import type { ProductDetail } from './schemas/product.ts';

/** A part of a product's detail: the SKU and the public prices. */
export type PricedProduct = Pick<ProductDetail, 'sku'> & {
  readonly pricing: Pick<ProductDetail['pricing'], 'currency' | 'msrp' | 'sizes' | 'upcoming'>;
};

/** The prices of one product in an answer of `/v1/products/pricing`. */
export type CatalogEntry = CatalogPricing['products'][number];

/**
 * Returns a copy of a product's detail with the net prices of a tier: adds `pricing.net`, `pricing.priceTier` and the
 * net surcharges of those sizes that have one.
 */
export function mergeDetail(
  detail: ProductDetail,
  priceTier: string,
  netPrice: NetPrice,
): ProductDetail {
  const { currency, msrp, sizes, upcoming: _upcoming, ...rest } = detail.pricing;
  const pricing = {
    currency,
    msrp,
    net: netPrice.net,
    priceTier,
    sizes: mergeSizes(sizes, netPrice),
    ...rest,
    ...mergeUpcoming(detail.pricing, netPrice),
  };
  return { ...detail, pricing };
}

/** Returns the answer of `/v1/products/{sku}/pricing` from public and net prices. */
export function toProductPricing(
  { sku, pricing }: PricedProduct,
  priceTier: string,
  netPrice: NetPrice,
): ProductPricing {
  const { currency, msrp, sizes } = pricing;
  const net = { net: netPrice.net, sizes: mergeSizes(sizes, netPrice) };
  return { sku, currency, priceTier, msrp, ...net, ...mergeUpcoming(pricing, netPrice) };
}

/** Returns the entry of one product in the answer of `/v1/products/pricing`, from its public and net prices. */
export function toCatalogEntry({ sku, pricing }: PricedProduct, netPrice: NetPrice): CatalogEntry {
  const { msrp, sizes } = pricing;
  const net = { net: netPrice.net, sizes: mergeSizes(sizes, netPrice) };
  return { sku, msrp, ...net, ...mergeUpcoming(pricing, netPrice) };
}

/** Returns the first announced change of MSRP or net prices, with both as they are from that day on. */
function mergeUpcoming(
  { msrp, upcoming }: PricedProduct['pricing'],
  { net, upcoming: netUpcoming }: NetPrice,
): Pick<CatalogEntry, 'upcoming'> {
  const [from] = [upcoming?.from, netUpcoming?.from].filter((day) => day !== undefined).sort();
  if (from === undefined) return {};
  return {
    upcoming: {
      from,
      msrp: upcoming?.from === from ? upcoming.msrp : msrp,
      net: netUpcoming?.from === from ? netUpcoming.net : net,
    },
  };
}

function mergeSizes(sizes: readonly SizePrice[], { surcharges }: NetPrice): SizePrice[] {
  return sizes.map((size) => {
    // A size may have the name of a property that every object inherits.
    const net = Object.hasOwn(surcharges, size.name) ? surcharges[size.name] : undefined;
    return net === undefined ? size : { ...size, surcharge: { ...size.surcharge, net } };
  });
}
