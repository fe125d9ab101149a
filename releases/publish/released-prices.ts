/** Reads the prices of a release for publishing, and packs them as answers of `/v1/products/pricing`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { z } from 'zod';
import type { ReleaseIndex } from '../../build/output/release-index.ts';
import { sha256 } from '../../build/output/stamps.ts';
import { type Locale, localeFacts } from '../../contract/locales.ts';
import {
  type CatalogEntry,
  catalogPricingText,
  type PricedProduct,
  toCatalogEntry,
} from '../../contract/net-pricing.ts';
import {
  type Manifest,
  type NetPrices,
  netPricesSchema,
  privateFiles,
  publicFiles,
} from '../../contract/release.ts';
import { detailPricingSchema } from '../../contract/schemas/pricing.ts';

export interface ReleasedPrices {
  /** Returns the net prices of a tier. Rejects if the file is missing or damaged. */
  netPrices(tier: string, locale: Locale): Promise<NetPrices>;
  /** Returns the public prices of products, in the order of the SKUs. Rejects if a file is missing or damaged. */
  publicPrices(skus: readonly string[], locale: Locale): Promise<PricedProduct[]>;
}

/** Documents that are read at the same time. */
const filesAtOnce = 64;

/** The prices of a detail. Its other fields are dropped: those of 100,000 products do not fit in memory. */
const pricedSchema = z.object({
  sku: z.string(),
  pricing: detailPricingSchema.pick({ currency: true, msrp: true, sizes: true }),
});

/** Opens a release by its folder, manifest and index. Each file is compared with its hash when it is read. */
export function openPrices(
  folder: string,
  { files }: Manifest,
  index: ReleaseIndex,
): ReleasedPrices {
  const readJson = async (path: string, hash: string | undefined): Promise<unknown> => {
    const bytes = await readFile(join(folder, path));
    if (sha256(bytes) !== hash) {
      throw new Error(`${join(folder, path)} is damaged; run npm run build`);
    }
    return JSON.parse(bytes.toString());
  };
  return {
    async netPrices(tier, locale) {
      const path = `private/${privateFiles.netPrices(tier, locale)}`;
      return netPricesSchema.parse(await readJson(path, files[path]?.sha256));
    },
    async publicPrices(skus, locale) {
      const products: PricedProduct[] = [];
      for (let at = 0; at < skus.length; at += filesAtOnce) {
        const read = skus.slice(at, at + filesAtOnce).map(async (sku) => {
          const path = `public/${publicFiles.detail(sku, locale)}`;
          const hash = index.product(sku)?.locales[locale]?.sha256;
          return pricedSchema.parse(await readJson(path, hash));
        });
        products.push(...(await Promise.all(read)));
      }
      return products;
    },
  };
}

/** The tier and locale of an answer of `/v1/products/pricing`. */
export interface CatalogPricingKey {
  readonly tier: string;
  readonly locale: Locale;
}

/**
 * Returns the gzip bytes of an answer of `/v1/products/pricing` (decision 38). The products are sorted by SKU.
 * Throws if a product has no net price, because it must neither be left out nor be priced at MSRP.
 */
export function packCatalogPricing(
  { tier, locale }: CatalogPricingKey,
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
