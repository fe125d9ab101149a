/** Reads all data of a Redis database, so that tests can compare it as a whole. */
import type { Redis } from 'ioredis';

/** Returns all data of the database by key: strings unchanged, hashes as objects, sets sorted. */
export async function contentsOf(redis: Redis): Promise<Record<string, unknown>> {
  const keys = (await redis.keys('*')).sort();
  const values = keys.map(async (key) => [key, await readValue(redis, key)] as const);
  return Object.fromEntries(await Promise.all(values));
}

async function readValue(redis: Redis, key: string): Promise<unknown> {
  const type = await redis.type(key);
  if (type === 'hash') return redis.hgetall(key);
  return type === 'set' ? (await redis.smembers(key)).sort() : redis.get(key);
}
