/** The answer of `/v1/products/pricing` for a tier and locale, made when it is published (decision 38). */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Locale, localeFacts } from '../../contract/locales.ts';
import {
  type CatalogEntry,
  catalogPricingText,
  type PricedProduct,
  toCatalogEntry,
} from '../../contract/net-pricing.ts';
import type { NetPrices } from '../../contract/release.ts';

/** What an answer is for. */
export interface CatalogPlace {
  readonly tier: string;
  readonly locale: Locale;
}

/**
 * Its gzip bytes; the products come sorted by SKU. Throws when a product has no net price: it would
 * have to be left out, or told at MSRP.
 */
export function packCatalogPricing(
  { tier, locale }: CatalogPlace,
  products: readonly PricedProduct[],
  netPrices: NetPrices,
): Promise<Buffer> {
  function* entries(): Generator<CatalogEntry> {
    for (const product of products) {
      const { sku } = product;
      const netPrice = Object.hasOwn(netPrices, sku) ? netPrices[sku] : undefined;
      if (netPrice === undefined) {
        throw new Error(`${sku} has no net price of tier ${tier} in ${locale}; run npm run build`);
      }
      yield toCatalogEntry(product, netPrice);
    }
  }
  const { currency } = localeFacts[locale];
  const text = catalogPricingText({ currency, priceTier: tier }, entries());
  return pipeline(Readable.from(text), createGzip(), buffer);
}
