/** Net prices of one list into its hash, so many at a time that no server is kept busy by a large catalogue. */
import type { RedisConnection } from './connect.ts';

/** Products in one command. */
const batchSize = 500;

/** SKU → price, as the hash has it. */
export type PriceTexts = ReadonlyMap<string, string>;

/**
 * Makes the hash hold these prices and nothing else. It may be the active release's, so that what is
 * right already stays right at every moment: prices are written over, and strays of an earlier
 * attempt go last.
 */
export async function loadPrices(
  redis: RedisConnection,
  key: string,
  prices: PriceTexts,
): Promise<void> {
  // An end that an earlier publishing gave it must not come half-way.
  await redis.persist(key);
  const fields = [...prices].flat();
  for (let at = 0; at < fields.length; at += 2 * batchSize) {
    await redis.hset(key, ...fields.slice(at, at + 2 * batchSize));
  }
  if ((await redis.hlen(key)) > prices.size) await removeStrays(redis, key, prices);
}

async function removeStrays(
  redis: RedisConnection,
  key: string,
  prices: PriceTexts,
): Promise<void> {
  for await (const batch of redis.hscanStream(key, { count: batchSize })) {
    const skus = (batch as string[]).filter((_text, at) => at % 2 === 0);
    const strays = skus.filter((sku) => !prices.has(sku));
    if (strays.length > 0) await redis.hdel(key, ...strays);
  }
}
