/** Reads the prices of a release, and compresses them into answers of `/v1/products/pricing`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sha256 } from '../../build/content/sha256.ts';
import { ReleaseError } from '../../build/output/release-error.ts';
import type { ReleaseIndex } from '../../build/output/release-index.ts';
import { markDamaged } from '../../build/output/stamps.ts';
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
} from '../../contract/release.ts';

/** Reads the public and net prices of one release. */
export interface ReleasedPrices {
  /**
   * Returns the net prices of a tier in a locale. Rejects with `ReleaseError` if the file is missing or
   * damaged.
   */
  netPrices(tier: string, locale: Locale): Promise<NetPrices>;
  /** Yields the public prices (MSRP, and sizes with their surcharges) of the products of a locale, sorted by SKU. */
  publicPrices(locale: Locale): Iterable<PricedProduct>;
}

/**
 * Opens the prices of a release by its folder, manifest and index. Each file of net prices is read on demand
 * and compared with its SHA-256 in the manifest.
 */
export function openPrices(
  folder: string,
  { files }: Manifest,
  index: ReleaseIndex,
): ReleasedPrices {
  const readJson = async (path: string, hash: string | undefined): Promise<unknown> => {
    const bytes = await readFile(join(folder, path)).catch((cause: Error) => {
      throw new ReleaseError(
        `cannot read net prices: ${cause.message}; only the machine that builds has them: load them there`,
        { cause },
      );
    });
    if (sha256(bytes) === hash) return JSON.parse(bytes.toString());
    markDamaged(join(folder, path));
    throw new ReleaseError(`${join(folder, path)} is damaged; build its content again`);
  };
  return {
    async netPrices(tier, locale) {
      const path = `private/${privateFiles.netPrices(tier, locale)}`;
      return netPricesSchema.parse(await readJson(path, files[path]?.sha256));
    },
    *publicPrices(locale) {
      const { currency } = localeFacts[locale];
      for (const sku of [...index.skus()].sort()) {
        const shown = index.product(sku)?.locales[locale];
        if (shown === undefined) continue;
        yield { sku, pricing: { currency, msrp: shown.msrp, sizes: shown.sizes } };
      }
    },
  };
}

/** The tier and locale of an answer of `/v1/products/pricing`. */
export interface CatalogPricingKey {
  readonly tier: string;
  readonly locale: Locale;
}

/**
 * Returns the answer of `/v1/products/pricing` for a tier and locale as gzip bytes, with products in the given
 * order, but without the release id, which the pricing service inserts. Rejects with `ReleaseError`
 * if a product has no net price: the product must not be omitted or sold at MSRP.
 */
export function packCatalogPricing(
  { tier, locale }: CatalogPricingKey,
  products: Iterable<PricedProduct>,
  netPrices: NetPrices,
): Promise<Buffer> {
  function* entries(): Generator<CatalogEntry> {
    for (const product of products) {
      const { sku } = product;
      const netPrice = Object.hasOwn(netPrices, sku) ? netPrices[sku] : undefined;
      if (netPrice === undefined) {
        throw new ReleaseError(
          `${sku} has no net price of tier ${tier} in ${locale}; build its content again`,
        );
      }
      yield toCatalogEntry(product, netPrice);
    }
  }
  const { currency } = localeFacts[locale];
  const text = catalogPricingText({ currency, priceTier: tier }, entries());
  return pipeline(Readable.from(text), createGzip(), buffer);
}
