/** Net prices in Redis, as `npm run deploy` has put them there (design section 6). */
import { isLocale, locales } from '../../contract/locales.ts';
import { redisKeys, secondsToKeep } from '../../contract/redis-keys.ts';
import { netPriceSchema } from '../../contract/release.ts';
import { createInTime, type RedisConnection } from '../redis.ts';
import type { NetPriceStore } from './net-price-store.ts';

/** A net price store that reads Redis; a price is checked before it is believed. */
export function createRedisNetPriceStore(
  redis: RedisConnection,
  inTime = createInTime(),
): NetPriceStore {
  return {
    async releaseFacts(release) {
      const [isWhole, locale] = await inTime(
        Promise.all([
          redis.exists(redisKeys.tiers(release)),
          redis.hget(redisKeys.catalog(release), 'defaultLocale'),
        ]),
      );
      if (isWhole === 0 || locale === null || !isLocale(locale)) return undefined;
      return { release, defaultLocale: locale };
    },
    async keepPrices(release) {
      const tiers = await inTime(redis.smembers(redisKeys.tiers(release)));
      const lists = tiers.flatMap((tier) =>
        locales.map((locale) => redisKeys.netPrices(release, tier, locale)),
      );
      const keys = [redisKeys.tiers(release), redisKeys.catalog(release), ...lists];
      // XX: keys without a TTL stay so, also those that a deploy makes permanent at this moment.
      await inTime(Promise.all(keys.map((key) => redis.expire(key, secondsToKeep(key), 'XX'))));
    },
    async netPrice(release, tier, locale, sku) {
      const text = await inTime(redis.hget(redisKeys.netPrices(release, tier, locale), sku));
      return text === null ? undefined : netPriceSchema.parse(JSON.parse(text));
    },
    async catalogPricing(release, tier, locale) {
      const field = redisKeys.catalogField(tier, locale);
      // One command: in pieces, it could be the bytes of two releases.
      return (await inTime(redis.hgetBuffer(redisKeys.catalog(release), field))) ?? undefined;
    },
  };
}
