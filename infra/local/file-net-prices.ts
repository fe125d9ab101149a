/** The embedded server's net prices: read from the release's private files instead of Redis. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { type NetPrices, netPricesSchema, privateFiles } from '../../contract/release.ts';
import type { NetPriceStore } from '../../pricing-service/pricing/net-price-store.ts';
import type { ReleasedDocuments } from '../../pricing-service/pricing/released-documents.ts';
import { readCurrentRelease } from './read-current.ts';

/** Serves the releases below `<distDir>/releases`; the current one is in force. */
export function createFileNetPriceStore(
  distDir: string,
  { manifest }: Pick<ReleasedDocuments, 'manifest'>,
): NetPriceStore {
  const files = new LRUCache<string, NetPrices>({
    max: 64,
    fetchMethod: async (path) => netPricesSchema.parse(JSON.parse(await readFile(path, 'utf8'))),
  });
  const netPrices: NetPriceStore['netPrices'] = async (release, tier, locale) => {
    const { tiers } = await manifest(release);
    if (!tiers.includes(tier)) return {};
    const file = privateFiles.netPrices(tier, locale);
    return files.forceFetch(join(distDir, 'releases', release, 'private', file));
  };
  return {
    activeRelease: () => readCurrentRelease(distDir),
    netPrices,
    netPrice: async (release, tier, locale, sku) => (await netPrices(release, tier, locale))[sku],
  };
}
