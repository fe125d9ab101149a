/** The releases whose net prices are in Redis, and the TTL of those that are not active any more (decision 28). */
import { type ChainableCommander, Cluster } from 'ioredis';
import { ExpectedError } from '../../console/errors.ts';
import { redisKeys } from '../../contract/redis-keys.ts';
import { defaultRedisUrl } from '../../contract/redis-url.ts';
import { connect, type RedisConnection, UnreachableError } from './connect.ts';

/**
 * The TTL of net prices of a release that is not active any more, in seconds. The pricing service reads the
 * active release every two seconds; an hour is enough for a service that is stalled.
 */
export const graceSeconds = 3600;

/** Keys in one transaction, so that no transaction blocks the server for long. */
const batchSize = 500;

/** Returns the releases that Redis holds net prices of, each with its keys; the active one included. */
export async function releasesInRedis(redis: RedisConnection): Promise<Map<string, string[]>> {
  const releases = new Map<string, string[]>();
  // SCAN may return a key twice, but does not block the server as KEYS does.
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
 * Returns the active release and all releases whose net prices are in Redis. Returns undefined if no `url` is
 * set and the connection to `fallback` is refused: then nothing is published. Throws `UnreachableError` if the
 * server of `url` cannot be reached, or a server at `fallback` accepts connections but does not answer, and
 * `ExpectedError` if the server refuses a command.
 */
export async function readPublished(
  url: string | undefined,
  fallback = defaultRedisUrl,
): Promise<Set<string> | undefined> {
  const redis = await connect(url ?? fallback).catch((error: unknown) => {
    if (url === undefined && error instanceof UnreachableError && error.isRefused) return undefined;
    throw error;
  });
  if (redis === undefined) return undefined;
  try {
    const active = await redis.get(redisKeys.activeRelease);
    const releases = new Set((await releasesInRedis(redis)).keys());
    return active === null ? releases : releases.add(active);
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new ExpectedError(`cannot read the published releases from Redis: ${reason}`, { cause });
  } finally {
    redis.disconnect();
  }
}

/**
 * Sets a TTL on the net prices of all releases except the active one, unless they have one. Does nothing if
 * another process has activated another release meanwhile; that process does this itself.
 */
export async function expireOtherReleases(redis: RedisConnection, release: string): Promise<void> {
  const releases = await releasesInRedis(redis);
  const others = [...releases].flatMap(([id, keys]) => (id === release ? [] : keys));
  const keys = await keysWithoutTtl(redis, others);
  for (let begin = 0; begin < keys.length; begin += batchSize) {
    await redis.watch(redisKeys.activeRelease);
    if ((await redis.get(redisKeys.activeRelease)) !== release) {
      await redis.unwatch();
      return;
    }
    const transaction = redis.multi();
    for (const key of keys.slice(begin, begin + batchSize)) transaction.expire(key, graceSeconds);
    if (!(await execTransaction(transaction))) return;
  }
}

/** Publishing again must not extend a TTL. (`EXPIRE … NX` does the same, but needs Redis 7.) */
async function keysWithoutTtl(redis: RedisConnection, keys: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    keys.map(async (key) => ((await redis.ttl(key)) === -1 ? [key] : [])),
  );
  return found.flat();
}

/**
 * Runs a Redis transaction. Returns false if a watched key was changed, so that no command was run. Rejects
 * with the error of the first command that Redis refused.
 */
export async function execTransaction(transaction: ChainableCommander): Promise<boolean> {
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
  return results !== null;
}
