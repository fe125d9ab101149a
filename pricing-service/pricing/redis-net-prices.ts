/** Net prices in Redis, as `npm run publish` has put them there (design section 6). */
import { redisKeys } from '../../contract/redis-keys.ts';
import { netPriceSchema, netPricesSchema } from '../../contract/release.ts';
import { inTime, type RedisConnection } from '../redis.ts';
import type { NetPriceStore } from './net-price-store.ts';

/** A net price store that reads Redis; every entry is checked before it is believed. */
export function createRedisNetPriceStore(redis: RedisConnection): NetPriceStore {
  return {
    async activeRelease() {
      return (await inTime(redis.get(redisKeys.activeRelease))) ?? undefined;
    },
    async netPrice(release, tier, locale, sku) {
      const text = await inTime(redis.hget(redisKeys.netPrices(release, tier, locale), sku));
      return text === null ? undefined : netPriceSchema.parse(JSON.parse(text));
    },
    async netPrices(release, tier, locale) {
      const fields = await inTime(redis.hgetall(redisKeys.netPrices(release, tier, locale)));
      const entries = Object.entries(fields).map(([sku, text]) => [sku, JSON.parse(text)] as const);
      return netPricesSchema.parse(Object.fromEntries(entries));
    },
  };
}
