/** A release's prices as publishing reads them: every file is held against its hash first. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ReleaseIndex } from '../../build/output/release-index.ts';
import { sha256 } from '../../build/output/stamps.ts';
import type { Locale } from '../../contract/locales.ts';
import type { PricedProduct } from '../../contract/net-pricing.ts';
import {
  type Manifest,
  type NetPrices,
  netPricesSchema,
  privateFiles,
  publicFiles,
} from '../../contract/release.ts';
import { detailPricingSchema } from '../../contract/schemas/pricing.ts';

export interface ReleasedPrices {
  /** Net prices of a tier. Rejects when the file is missing or damaged. */
  netPrices(tier: string, locale: Locale): Promise<NetPrices>;
  /** Public prices of products, in the order of the SKUs. Rejects when a file is missing or damaged. */
  publicPrices(skus: readonly string[], locale: Locale): Promise<PricedProduct[]>;
}

/** Documents that are read at a time. */
const filesAtOnce = 64;

/** All else that a detail has is let go at once: of 100,000 it would not fit. */
const pricedSchema = z.object({
  sku: z.string(),
  pricing: detailPricingSchema.pick({ currency: true, msrp: true, sizes: true }),
});

/** Opens a release by its folder, manifest and index. */
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
