/** Puts a tier's net prices beside public ones: pure, one function an answer (spec, "Pricing object"). */
import type { Currency } from './locales.ts';
import type { NetPrice } from './release.ts';
import {
  type ProductPricing,
  type SizePrice,
  type StoredPricing,
  storedPricingSchema,
} from './schemas/pricing.ts';
import type { ProductDetail } from './schemas/product.ts';

/** What of a detail is needed for prices alone. */
export type PricedProduct = Pick<ProductDetail, 'sku'> & {
  readonly pricing: Pick<ProductDetail['pricing'], 'currency' | 'msrp' | 'sizes'>;
};

/** One product among the prices of a whole catalogue. */
export type CatalogEntry = StoredPricing['products'][number];

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
  { sku, pricing: { currency, msrp, sizes } }: PricedProduct,
  priceTier: string,
  netPrice: NetPrice,
): ProductPricing {
  return { sku, currency, priceTier, msrp, net: netPrice.net, sizes: mergeSizes(sizes, netPrice) };
}

/** The prices of a product as one of a catalogue's. */
export function toCatalogEntry(
  { sku, pricing: { msrp, sizes } }: PricedProduct,
  netPrice: NetPrice,
): CatalogEntry {
  return { sku, msrp, net: netPrice.net, sizes: mergeSizes(sizes, netPrice) };
}

/** Characters at which a piece of the catalogue's text is long enough to be handed on. */
const pieceLength = 1 << 16;

/**
 * The JSON text of a catalogue's prices as it is stored, in pieces, so that nothing has to hold 100,000
 * products at once; the entries come sorted by SKU.
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
    if (text.length < pieceLength) continue;
    yield text;
    text = '';
  }
  yield `${text}]}`;
}

/** Makes the stored text, in pieces, the answer of `/v1/products/pricing`: with the release as its first member. */
export async function* addRelease(
  pieces: AsyncIterable<string>,
  release: string,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const piece of pieces) {
    yield isFirst ? `{"release":${JSON.stringify(release)},${piece.slice(1)}` : piece;
    isFirst = false;
  }
}

/** What each entry begins with. It stands nowhere else: in a JSON string, quotes are escaped. */
const nextEntry = ',{"sku":';

/**
 * Parses the stored text, in pieces of any length, into documents that each have some of its products, so that
 * nothing has to hold them all. Throws `SyntaxError` or `ZodError` if the text is corrupt.
 */
export async function* parseStored(pieces: AsyncIterable<string>): AsyncGenerator<StoredPricing> {
  let head = '';
  let rest = '';
  for await (const piece of pieces) {
    rest += piece;
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
    // A size may be called like a member that every object inherits.
    const net = Object.hasOwn(surcharges, size.name) ? surcharges[size.name] : undefined;
    return net === undefined ? size : { ...size, surcharge: { ...size.surcharge, net } };
  });
}
