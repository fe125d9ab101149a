/** Net prices of releases that are not active any more, and their end (decision 28). */
import { Cluster } from 'ioredis';
import { redisKeys } from '../../contract/redis-keys.ts';
import type { RedisConnection } from './connect.ts';
import { inOneStep } from './in-one-step.ts';

/**
 * How long net prices outlive their release, in seconds. The pricing service asks for the active
 * release every two seconds, so that a minute would do; an hour leaves room for whatever stalls.
 */
export const graceSeconds = 3600;

/** Keys named in one transaction, so that none keeps the server busy for long. */
const batchSize = 500;

/** The releases that Redis holds net prices of, each with its keys; the active one among them. */
export async function releasesInRedis(redis: RedisConnection): Promise<Map<string, string[]>> {
  const releases = new Map<string, string[]>();
  // SCAN may name a key twice, and does not stop the server as KEYS would.
  const keys = new Set<string>();
  for (const server of redis instanceof Cluster ? redis.nodes('master') : [redis]) {
    const pattern = { match: redisKeys.everyNetPrices, count: 1000 };
    for await (const batch of server.scanStream(pattern)) {
      for (const key of batch as string[]) keys.add(key);
    }
  }
  for (const key of keys) {
    const release = redisKeys.releaseOfNetPrices(key);
    releases.set(release, [...(releases.get(release) ?? []), key]);
  }
  return releases;
}

/**
 * Lets the net prices of every other release than the active one expire. A release that somebody
 * else activates meanwhile keeps its prices: then nothing is done, as that publishing does it.
 */
export async function expireOthers(redis: RedisConnection, release: string): Promise<void> {
  const releases = await releasesInRedis(redis);
  const others = [...releases].flatMap(([id, keys]) => (id === release ? [] : keys));
  const keys = await withoutEnd(redis, others);
  for (let begin = 0; begin < keys.length; begin += batchSize) {
    await redis.watch(redisKeys.activeRelease);
    if ((await redis.get(redisKeys.activeRelease)) !== release) {
      await redis.unwatch();
      return;
    }
    const transaction = redis.multi();
    for (const key of keys.slice(begin, begin + batchSize)) transaction.expire(key, graceSeconds);
    if (!(await inOneStep(transaction))) return;
  }
}

/** Publishing again does not put an end off. (`EXPIRE … NX` would say so, from Redis 7 on.) */
async function withoutEnd(redis: RedisConnection, keys: readonly string[]): Promise<string[]> {
  const lasting = await Promise.all(
    keys.map(async (key) => ((await redis.ttl(key)) === -1 ? [key] : [])),
  );
  return lasting.flat();
}
