/**
 * Merges net prices into public documents (specification, "Pricing object"). Each account has a price tier, such as
 * `A3`, which determines its net prices.
 */
import type { Currency } from './locales.ts';
import type { NetPrice } from './release.ts';
import {
  type ProductPricing,
  type SizePrice,
  type StoredPricing,
  storedPricingSchema,
} from './schemas/pricing.ts';
import type { ProductDetail } from './schemas/product.ts';

/** A part of a product's detail: the SKU and the public prices. */
export type PricedProduct = Pick<ProductDetail, 'sku'> & {
  readonly pricing: Pick<ProductDetail['pricing'], 'currency' | 'msrp' | 'sizes'>;
};

/** The prices of one product in an answer of `/v1/products/pricing`. */
export type CatalogEntry = StoredPricing['products'][number];

/**
 * Returns a copy of a product's detail with the net prices of a tier: adds `pricing.net`, `pricing.priceTier` and the
 * net surcharges of those sizes that have one.
 */
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

/** Returns the answer of `/v1/products/{sku}/pricing` from public and net prices. */
export function toProductPricing(
  { sku, pricing: { currency, msrp, sizes } }: PricedProduct,
  priceTier: string,
  netPrice: NetPrice,
): ProductPricing {
  return { sku, currency, priceTier, msrp, net: netPrice.net, sizes: mergeSizes(sizes, netPrice) };
}

/** Returns the entry of one product in the answer of `/v1/products/pricing`, from its public and net prices. */
export function toCatalogEntry(
  { sku, pricing: { msrp, sizes } }: PricedProduct,
  netPrice: NetPrice,
): CatalogEntry {
  return { sku, msrp, net: netPrice.net, sizes: mergeSizes(sizes, netPrice) };
}

/** Minimum number of characters of each chunk of JSON text, except the last one. */
const minChunkLength = 1 << 16;

/**
 * Yields the JSON text of a `StoredPricing`, the prices of all products in one tier and currency, in chunks,
 * so that 100,000 products need not be in memory at once. `entries` must be sorted by SKU.
 */
export function* catalogPricingText(
  { currency, priceTier }: { readonly currency: Currency; readonly priceTier: string },
  entries: Iterable<CatalogEntry>,
): Generator<string> {
  const frame = JSON.stringify({ currency, priceTier, products: [] } satisfies StoredPricing);
  let text = frame.slice(0, -2);
  let separator = '';
  for (const entry of entries) {
    text += separator + JSON.stringify(entry);
    separator = ',';
    if (text.length < minChunkLength) continue;
    yield text;
    text = '';
  }
  yield `${text}]}`;
}

/**
 * Converts the JSON text of a `StoredPricing`, the prices of all products as Redis stores them, to the answer of
 * `/v1/products/pricing`: inserts `release`, the id of the release, as the first member. Accepts chunks of any length.
 */
export async function* addRelease(
  chunks: AsyncIterable<string>,
  release: string,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const chunk of chunks) {
    if (chunk === '') continue;
    yield isFirst ? `{"release":${JSON.stringify(release)},${chunk.slice(1)}` : chunk;
    isFirst = false;
  }
}

/**
 * The beginning of each product in the JSON text of a `StoredPricing`, except the first product. It cannot
 * occur within a JSON string, in which quotes are escaped.
 */
const nextEntry = ',{"sku":';

/**
 * Parses the JSON text of a `StoredPricing` (the prices of all products), which arrives in chunks of any length. Yields
 * complete `StoredPricing` objects that each have some of the products, in order, so that not all products are in
 * memory at once. Throws `SyntaxError` or `ZodError` if the text is invalid.
 */
export async function* parseStored(chunks: AsyncIterable<string>): AsyncGenerator<StoredPricing> {
  let head = '';
  let rest = '';
  for await (const chunk of chunks) {
    rest += chunk;
    const end = rest.lastIndexOf(nextEntry);
    if (end === -1) continue;
    yield parse(`${rest.slice(0, end)}]}`);
    head ||= rest.slice(0, rest.indexOf('[') + 1);
    rest = head + rest.slice(end + 1);
  }
  yield parse(rest);
}

function parse(text: string): StoredPricing {
  return storedPricingSchema.parse(JSON.parse(text));
}

function mergeSizes(sizes: readonly SizePrice[], { surcharges }: NetPrice): SizePrice[] {
  return sizes.map((size) => {
    // A size may have the name of a property that every object inherits.
    const net = Object.hasOwn(surcharges, size.name) ? surcharges[size.name] : undefined;
    return net === undefined ? size : { ...size, surcharge: { ...size.surcharge, net } };
  });
}
