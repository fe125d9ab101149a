/** Publish: a release's private net prices into Redis, then its id as the active one. */
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { locales } from '../../contract/locales.ts';
import { redisKeys } from '../../contract/redis-keys.ts';
import {
  type Manifest,
  manifestSchema,
  netPricesSchema,
  privateFiles,
} from '../../contract/release.ts';

/**
 * Loads the release that `<out>/current` points at and activates it: prices first, the id last, so
 * that a reader finds the old release whole or the new one whole. Publishing twice changes nothing.
 * Rejects when the release cannot be read or Redis refuses a write.
 */
export async function publish(out: string, redis: Redis): Promise<Manifest> {
  // Resolved once: a build may swap the link meanwhile.
  const folder = await realpath(join(out, 'current'));
  const manifest = manifestSchema.parse(await readJson(join(folder, 'manifest.json')));
  const { release, tiers } = manifest;
  for (const tier of tiers) {
    for (const locale of locales) {
      const file = join(folder, 'private', privateFiles.netPrices(tier, locale));
      const prices = Object.entries(netPricesSchema.parse(await readJson(file)));
      const key = redisKeys.netPrices(release, tier, locale);
      const fields = prices.flatMap(([sku, price]) => [sku, JSON.stringify(price)]);
      if (fields.length > 0) await redis.hset(key, ...fields);
    }
  }
  await redis.set(redisKeys.activeRelease, release);
  return manifest;
}

/** A connection that gives up at once: publishing is run by a person who sees why. */
export async function connect(url: string): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 2000,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  let reason = 'no answer';
  redis.on('error', ({ message }: Error) => {
    reason = message;
  });
  try {
    await redis.connect();
  } catch (cause) {
    redis.disconnect();
    // The host alone: a URL may hold a password.
    throw new Error(`cannot reach Redis at ${new URL(url).host} (${reason})`, { cause });
  }
  return redis;
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}
