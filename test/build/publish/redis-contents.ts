/** What a database holds, to compare it as a whole. */
import type { Redis } from 'ioredis';

/** Everything in the database: strings as they are, hashes as objects, by key. */
export async function contentsOf(redis: Redis): Promise<Record<string, unknown>> {
  const keys = (await redis.keys('*')).sort();
  const values = keys.map(async (key) => {
    const isHash = (await redis.type(key)) === 'hash';
    return [key, isHash ? await redis.hgetall(key) : await redis.get(key)] as const;
  });
  return Object.fromEntries(await Promise.all(values));
}
