/** Reads the net prices that `npm run deploy` loads into Redis (design section 6). */
import { isLocale, locales } from '../../contract/locales.ts';
import { redisKeys, secondsToKeep } from '../../contract/redis-keys.ts';
import { netPriceSchema } from '../../contract/release.ts';
import type { RedisConnection } from '../../redis/connect.ts';
import { createWithTimeout } from '../redis-timeout.ts';
import type { NetPriceStore } from './net-price-store.ts';

/**
 * Creates a store of the net prices in Redis. Its methods reject if Redis does not reply in time or replies with an
 * error; `netPrice` also rejects with `SyntaxError` or `ZodError` if the price is corrupt.
 */
export function createRedisNetPriceStore(
  redis: RedisConnection,
  withTimeout = createWithTimeout(),
): NetPriceStore {
  return {
    async releaseFacts(release) {
      const [isComplete, locale] = await withTimeout(
        Promise.all([
          redis.exists(redisKeys.tiers(release)),
          redis.hget(redisKeys.catalog(release), 'defaultLocale'),
        ]),
      );
      if (isComplete === 0 || locale === null || !isLocale(locale)) return undefined;
      return { release, defaultLocale: locale };
    },
    async renewTtl(release) {
      const tiers = await withTimeout(redis.smembers(redisKeys.tiers(release)));
      const lists = tiers.flatMap((tier) =>
        locales.map((locale) => redisKeys.netPrices(release, tier, locale)),
      );
      const keys = [redisKeys.tiers(release), redisKeys.catalog(release), ...lists];
      // XX: never adds a TTL to a key without one, such as a key that a deploy makes permanent at this moment.
      await withTimeout(
        Promise.all(keys.map((key) => redis.expire(key, secondsToKeep(key), 'XX'))),
      );
    },
    async netPrice(release, tier, locale, sku) {
      const text = await withTimeout(redis.hget(redisKeys.netPrices(release, tier, locale), sku));
      return text === null ? undefined : netPriceSchema.parse(JSON.parse(text));
    },
    async catalogPricing(release, tier, locale) {
      const field = redisKeys.catalogField(tier, locale);
      // One command: several could return bytes of two releases.
      return (await withTimeout(redis.hgetBuffer(redisKeys.catalog(release), field))) ?? undefined;
    },
  };
}
