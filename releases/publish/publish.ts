/** Publish: a release's private net prices into Redis, then its id as the active one (decision 28). */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { readIndex } from '../../build/output/release-index.ts';
import { redisKeys } from '../../contract/redis-keys.ts';
import type { Manifest } from '../../contract/release.ts';
import { skusByLocale } from '../products.ts';
import { readManifest } from '../standing.ts';
import { packCatalogPricing } from './catalog-pricing.ts';
import type { RedisConnection } from './connect.ts';
import { expireOthers } from './expire-others.ts';
import { inOneStep } from './in-one-step.ts';
import { loadPrices } from './load-prices.ts';
import { openPrices } from './released-prices.ts';

/**
 * Loads the release that `<out>/current` points at and activates it: prices first, the id last, so
 * that a reader finds the old release whole or the new one whole; then the prices of other releases
 * are given an end. Killed at any moment it can be run again, and running it twice is running it
 * once. Rejects when the release cannot be read, is damaged, or lacks a price, or when Redis refuses
 * a write.
 */
export async function publish(out: string, redis: RedisConnection): Promise<Manifest> {
  // Resolved once: a build may swap the link meanwhile.
  const folder = await realpath(join(out, 'current'));
  const manifest = await readManifest(folder);
  const keys = await load(redis, folder, manifest);
  await activate(redis, manifest, keys);
  await expireOthers(redis, manifest.release);
  return manifest;
}

/** Loads every list, one tier and locale after the other; gives the keys that hold them. */
async function load(
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

/**
 * Another publishing may just have given these prices an end; the active ones have none. The tiers,
 * which accounts may have, become known with the release.
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
  await inOneStep(transaction.set(redisKeys.activeRelease, release));
}
