/** Publish: a release's private net prices into Redis, then its id as the active one (decision 28). */
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { type Locale, locales } from '../../contract/locales.ts';
import { redisKeys } from '../../contract/redis-keys.ts';
import { type Manifest, netPricesSchema, privateFiles } from '../../contract/release.ts';
import { sha256 } from '../release/manifest.ts';
import { readManifest } from '../releases/standing.ts';
import { expireOthers } from './expire-others.ts';
import { inOneStep } from './in-one-step.ts';

/**
 * Loads the release that `<out>/current` points at and activates it: prices first, the id last, so
 * that a reader finds the old release whole or the new one whole; then the prices of other releases
 * are given an end. Killed at any moment it can be run again, and running it twice is running it
 * once. Rejects when the release cannot be read or is damaged, or when Redis refuses a write.
 */
export async function publish(out: string, redis: Redis): Promise<Manifest> {
  // Resolved once: a build may swap the link meanwhile.
  const folder = await realpath(join(out, 'current'));
  const manifest = await readManifest(folder);
  const { release, tiers } = manifest;
  const keys: string[] = [];
  for (const tier of tiers) {
    for (const locale of locales) {
      const key = redisKeys.netPrices(release, tier, locale);
      keys.push(key);
      await load(redis, key, await readNetPrices(folder, manifest, tier, locale));
    }
  }
  await activate(redis, manifest, keys);
  await expireOthers(redis, release);
  return manifest;
}

/**
 * Puts the net prices of one list in place of whatever stands there, in one step: a list that an
 * attempt before has left, of the same release, cannot shine through, nor can its end.
 */
async function load(redis: Redis, key: string, prices: readonly string[]): Promise<void> {
  const transaction = redis.multi().del(key);
  if (prices.length > 0) transaction.hset(key, ...prices);
  await inOneStep(transaction);
}

/**
 * Another publishing may just have given these prices an end; the active ones have none. The tiers,
 * which accounts may have, become known with the release.
 */
async function activate(
  redis: Redis,
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

/** SKUs and prices in turn, as a hash takes them. */
async function readNetPrices(
  folder: string,
  { files }: Manifest,
  tier: string,
  locale: Locale,
): Promise<string[]> {
  const path = `private/${privateFiles.netPrices(tier, locale)}`;
  const bytes = await readFile(join(folder, path));
  if (sha256(bytes) !== files[path]?.sha256) {
    throw new Error(`${join(folder, path)} is damaged; run npm run build`);
  }
  const prices = netPricesSchema.parse(JSON.parse(bytes.toString()));
  return Object.entries(prices).flatMap(([sku, price]) => [sku, JSON.stringify(price)]);
}
