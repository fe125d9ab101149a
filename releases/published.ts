/** Which releases the pricing service may ask for: Redis knows. */
import { redisKeys } from '../contract/redis-keys.ts';
import { defaultRedisUrl } from '../contract/redis-url.ts';
import { connect, UnreachableError } from './publish/connect.ts';
import { releasesInRedis } from './publish/expire-others.ts';

/**
 * The releases whose net prices are in Redis, and the active one. A server that was named must
 * answer; without a name, nobody who listens at the fallback means that nothing is published:
 * undefined. Throws `UnreachableError` in all other cases, a server that is full or silent among them.
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
  } finally {
    redis.disconnect();
  }
}
