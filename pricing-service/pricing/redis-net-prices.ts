/** Net prices in Redis, as `npm run publish` has put them there (design section 6). */
import type { Redis } from 'ioredis';
import { isLocale } from '../../contract/locales.ts';
import { redisKeys } from '../../contract/redis-keys.ts';
import { netPriceSchema } from '../../contract/release.ts';
import { inTime } from '../redis.ts';
import type { NetPriceStore } from './net-price-store.ts';

/** A net price store that reads Redis; a price is checked before it is believed. */
export function createRedisNetPriceStore(redis: Redis): NetPriceStore {
  return {
    async activeRelease() {
      const release = await inTime(redis.get(redisKeys.activeRelease));
      if (release === null) return undefined;
      const locale = await inTime(redis.hget(redisKeys.catalog(release), 'defaultLocale'));
      if (locale !== null && isLocale(locale)) return { release, defaultLocale: locale };
      throw new Error(`release ${release} is not whole in Redis; run npm run publish`);
    },
    async netPrice(release, tier, locale, sku) {
      const text = await inTime(redis.hget(redisKeys.netPrices(release, tier, locale), sku));
      return text === null ? undefined : netPriceSchema.parse(JSON.parse(text));
    },
    async catalogPricing(release, tier, locale) {
      const field = redisKeys.catalogField(tier, locale);
      // One command: in pieces, it could be two publishings' bytes.
      return (await inTime(redis.hgetBuffer(redisKeys.catalog(release), field))) ?? undefined;
    },
  };
}
