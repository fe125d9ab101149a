/**
 * Reads from Redis which releases have net prices and which releases pricing services use; sets a TTL on
 * unused prices.
 */
import type { ChainableCommander } from 'ioredis';
import {
  redisKeys,
  type ServiceReport,
  secondsToKeep,
  serviceReportSchema,
} from '../../contract/redis-keys.ts';
import type { RedisConnection } from '../../redis/connect.ts';

/**
 * Maximum age in seconds of a report in Redis, in which an instance of the pricing service says which release it uses.
 * An older report is ignored, because its instance has probably stopped.
 */
export const reportSeconds = 24 * 3600;

/** Number of keys per transaction, so that no transaction blocks the server for long. */
const batchSize = 500;

/**
 * Returns release id → Redis keys of its net prices, for the releases that have any in Redis. The prices may be
 * incomplete, because loading was interrupted or is still running. Rejects with errors of Redis.
 */
export async function releasesInRedis(redis: RedisConnection): Promise<Map<string, string[]>> {
  const releases = new Map<string, string[]>();
  for (const key of await scanKeys(redis, [redisKeys.everyNetPrices])) {
    const release = redisKeys.releaseOfNetPrices(key);
    releases.set(release, [...(releases.get(release) ?? []), key]);
  }
  return releases;
}

/** Returns the keys that match one of the glob patterns; in a cluster, the keys of all masters. */
async function scanKeys(
  redis: RedisConnection,
  patterns: readonly string[],
): Promise<ReadonlySet<string>> {
  // SCAN may return a key twice, but does not block the server as KEYS does.
  const keys = new Set<string>();
  for (const server of 'nodes' in redis ? redis.nodes('master') : [redis]) {
    for (const match of patterns) {
      for await (const batch of server.scanStream({ match, count: 1000 })) {
        for (const key of batch as string[]) keys.add(key);
      }
    }
  }
  return keys;
}

/** The last report of a pricing service instance: the instance, the release that it used, and when it reported. */
export interface ReportedService extends ServiceReport {
  /** Host name and port. */
  readonly instance: string;
}

/**
 * Returns the reports of pricing service instances that are at most 24 hours older than `nowMs` (milliseconds since
 * 1970), sorted by instance. Omits invalid reports. Rejects with errors of Redis.
 */
export async function reportedServices(
  redis: RedisConnection,
  nowMs: number,
): Promise<ReportedService[]> {
  const texts = await redis.hgetall(redisKeys.services);
  return Object.entries(texts)
    .flatMap(([instance, text]) => {
      const report = serviceReportSchema.safeParse(parseJsonOrUndefined(text)).data;
      if (report === undefined || report.at < nowMs - reportSeconds * 1000) return [];
      return [{ instance, ...report }];
    })
    .sort((a, b) => (a.instance < b.instance ? -1 : 1));
}

function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Removes the TTL of the net prices of the releases `kept`. Sets a TTL of about a day (`secondsToKeep`) on all other
 * net prices without a TTL, including prices under Redis keys of older formats. Pricing services extend the TTL of the
 * prices that they use. Rejects with errors of Redis.
 */
export async function expireOtherReleases(
  redis: RedisConnection,
  kept: readonly string[],
): Promise<void> {
  const releases = await releasesInRedis(redis);
  for (const [release, keys] of releases) {
    if (!kept.includes(release)) continue;
    const transaction = redis.multi();
    for (const key of keys) transaction.persist(key);
    await execTransaction(transaction);
  }
  const others = [...releases].flatMap(([id, keys]) => (kept.includes(id) ? [] : keys));
  const older = await scanKeys(redis, redisKeys.everyOlder);
  // Completion marks first: if this is killed, no mark outlives its prices.
  const marksFirst = [...others, ...older].sort((a, b) => secondsToKeep(a) - secondsToKeep(b));
  const keys = await keysWithoutTtl(redis, marksFirst);
  for (let begin = 0; begin < keys.length; begin += batchSize) {
    const transaction = redis.multi();
    for (const key of keys.slice(begin, begin + batchSize)) {
      transaction.expire(key, secondsToKeep(key));
    }
    await execTransaction(transaction);
  }
}

/**
 * Returns the keys that have no TTL. A TTL must be set only on these keys: on others, it would extend the running TTL
 * that an earlier deploy has set. (`EXPIRE … NX`, which leaves out the others by itself, requires Redis 7.)
 */
async function keysWithoutTtl(redis: RedisConnection, keys: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    keys.map(async (key) => ((await redis.ttl(key)) === -1 ? [key] : [])),
  );
  return found.flat();
}

/**
 * Runs a Redis transaction. Rejects with the error of the first command that Redis refused, or with the error
 * of the connection.
 */
export async function execTransaction(transaction: ChainableCommander): Promise<void> {
  let results: [error: Error | null, result: unknown][] | null;
  try {
    results = await transaction.exec();
  } catch (error) {
    // The error is EXECABORT, which does not name the reason; the errors of the refused commands do.
    const { previousErrors = [] } = error as { previousErrors?: readonly Error[] };
    throw previousErrors[0] ?? error;
  }
  for (const [error] of results ?? []) {
    if (error) throw error;
  }
}
