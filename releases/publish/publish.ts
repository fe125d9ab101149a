/** Publishes a release: its net prices into Redis, then its id as the active release (decision 28). */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { readIndex } from '../../build/output/release-index.ts';
import { redisKeys } from '../../contract/redis-keys.ts';
import type { Manifest } from '../../contract/release.ts';
import { readManifest, skusByLocale } from '../release-store.ts';
import type { RedisConnection } from './connect.ts';
import { execTransaction, expireOtherReleases } from './redis-releases.ts';
import { openPrices, packCatalogPricing } from './released-prices.ts';

/** Products in one command, so that no command blocks the server for long. */
const batchSize = 500;

/**
 * Loads the release that `<out>/current` points at and activates it: net prices first, the id last, so that
 * a reader finds either the old or the new release complete. Then sets a TTL on the prices of other releases.
 * Can be run again at any time, also after it was killed. Rejects if the release cannot be read, is damaged or
 * lacks a price, or if Redis refuses a write.
 */
export async function publish(out: string, redis: RedisConnection): Promise<Manifest> {
  // Resolved once, because a build may replace the link meanwhile.
  const folder = await realpath(join(out, 'current'));
  const manifest = await readManifest(folder);
  const keys = await loadRelease(redis, folder, manifest);
  await activate(redis, manifest, keys);
  await expireOtherReleases(redis, manifest.release);
  return manifest;
}

/** Loads the prices of every tier and locale, one after the other. Returns the keys that hold them. */
async function loadRelease(
  redis: RedisConnection,
  folder: string,
  manifest: Manifest,
): Promise<readonly string[]> {
  const { release, tiers, defaultLocale } = manifest;
  const index = await readIndex(folder);
  const prices = openPrices(folder, manifest, index);
  const catalog = redisKeys.catalog(release);
  const keys = [catalog];
  await redis.persist(catalog);
  await redis.hset(catalog, { defaultLocale });
  for (const [locale, skus] of skusByLocale(index)) {
    const products = await prices.publicPrices([...skus].sort(), locale);
    for (const tier of tiers) {
      const netPrices = await prices.netPrices(tier, locale);
      const packed = await packCatalogPricing({ tier, locale }, products, netPrices);
      const key = redisKeys.netPrices(release, tier, locale);
      const texts = Object.entries(netPrices).map(
        ([sku, price]) => [sku, JSON.stringify(price)] as const,
      );
      await loadPrices(redis, key, new Map(texts));
      await redis.hset(catalog, redisKeys.catalogField(tier, locale), packed);
      keys.push(key);
    }
  }
  return keys;
}

/** SKU → net price as JSON. */
export type PriceTexts = ReadonlyMap<string, string>;

/**
 * Makes a hash hold exactly these prices. The hash may belong to the active release: prices are overwritten in
 * place and surplus ones are removed last, so that a correct price is never missing.
 */
export async function loadPrices(
  redis: RedisConnection,
  key: string,
  prices: PriceTexts,
): Promise<void> {
  // A TTL that an earlier publication set must not expire meanwhile.
  await redis.persist(key);
  const fields = [...prices].flat();
  for (let at = 0; at < fields.length; at += 2 * batchSize) {
    await redis.hset(key, ...fields.slice(at, at + 2 * batchSize));
  }
  if ((await redis.hlen(key)) > prices.size) await removeSurplus(redis, key, prices);
}

async function removeSurplus(
  redis: RedisConnection,
  key: string,
  prices: PriceTexts,
): Promise<void> {
  for await (const batch of redis.hscanStream(key, { count: batchSize })) {
    const skus = (batch as string[]).filter((_text, at) => at % 2 === 0);
    const surplus = skus.filter((sku) => !prices.has(sku));
    if (surplus.length > 0) await redis.hdel(key, ...surplus);
  }
}

/**
 * Sets the active release together with its tiers, which accounts may have. Removes TTLs that another
 * publication may have set on its keys meanwhile.
 */
async function activate(
  redis: RedisConnection,
  { release, tiers }: Manifest,
  keys: readonly string[],
): Promise<void> {
  const known = redisKeys.tiers(release);
  const transaction = redis
    .multi()
    .del(known)
    .sadd(known, ...tiers);
  for (const key of keys) transaction.persist(key);
  await execTransaction(transaction.set(redisKeys.activeRelease, release));
}
