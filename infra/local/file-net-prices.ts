/** The embedded server's net prices, read from the private files of the release instead of Redis. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { localeFacts } from '../../contract/locales.ts';
import { catalogPricingText, toCatalogEntry } from '../../contract/net-pricing.ts';
import {
  type Manifest,
  manifestFile,
  manifestSchema,
  type NetPrices,
  netPricesSchema,
  privateFiles,
} from '../../contract/release.ts';
import type { NetPriceStore } from '../../pricing-service/pricing/net-price-store.ts';
import type { ReleasedDocuments } from '../../pricing-service/pricing/released-documents.ts';

const compress = promisify(gzip);

/**
 * Creates a net price store that reads the files of releases below `<distDir>/releases` instead of Redis. `detail`
 * returns public product documents; only the store's method `catalogPricing` calls it, for the public prices that
 * stand beside the net prices in its result. The method `renewTtl` does nothing, because files do not expire. All other
 * methods reject if the release is missing or a file of it that they need is damaged.
 */
export function createFileNetPriceStore(
  distDir: string,
  { detail }: ReleasedDocuments,
): NetPriceStore {
  const folderOf = (release: string) => join(distDir, 'releases', release);
  const manifests = new LRUCache<string, Manifest>({
    max: 2,
    fetchMethod: async (release) =>
      manifestSchema.parse(await readJson(join(folderOf(release), manifestFile))),
  });
  const files = new LRUCache<string, NetPrices>({
    max: 64,
    fetchMethod: async (path) => netPricesSchema.parse(await readJson(path)),
  });
  const readPrices = async (
    ...[release, tier, locale]: PriceKey
  ): Promise<NetPrices | undefined> => {
    const { tiers } = await manifests.forceFetch(release);
    if (!tiers.includes(tier)) return undefined;
    return files.forceFetch(
      join(folderOf(release), 'private', privateFiles.netPrices(tier, locale)),
    );
  };
  return {
    async releaseFacts(release) {
      const { defaultLocale } = await manifests.forceFetch(release);
      return { release, defaultLocale };
    },
    // No TTL: files exist as long as their release.
    renewTtl: async () => {},
    async netPrice(release, tier, locale, sku) {
      return (await readPrices(release, tier, locale))?.[sku];
    },
    async catalogPricing(...key) {
      const [release, tier, locale] = key;
      const prices = await readPrices(...key);
      if (prices === undefined) return undefined;
      const skus = Object.keys(prices).sort();
      const entries = skus.map(async (sku) => {
        const product = await detail(release, locale, sku);
        const netPrice = prices[sku];
        if (!product || !netPrice) throw new Error(`release ${release} lacks ${sku} in ${locale}`);
        return toCatalogEntry(product, netPrice);
      });
      const { currency } = localeFacts[locale];
      const text = catalogPricingText({ currency, priceTier: tier }, await Promise.all(entries));
      return compress([...text].join(''));
    },
  };
}

type PriceKey = Parameters<NetPriceStore['catalogPricing']>;

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}
