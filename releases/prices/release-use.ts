/** Reads from Redis which releases have net prices and which releases pricing services answer from. */
import { redisKeys } from '../../contract/redis-keys.ts';
import type { RedisConnection } from '../../redis/connect.ts';
import { hasNetPrices } from './load-prices.ts';
import { type ReportedService, releasesInRedis, reportedServices } from './redis-releases.ts';

/** Which releases have net prices in Redis, and which releases pricing services use. */
export interface ReleaseUse {
  /** Ids of the releases that have any net prices in Redis, also incomplete ones, which a command may be loading. */
  readonly loaded: readonly string[];
  /** Ids of the releases that have all their net prices in Redis: pricing services answer from these. */
  readonly priced: readonly string[];
  /** The reports of the pricing service instances that have reported within the last 24 hours. */
  readonly services: readonly ReportedService[];
}

/**
 * Reads from the Redis at a URL which releases have net prices there, and which releases pricing services use; ignores
 * reports of services that are older than 24 hours at `nowMs` (milliseconds since 1970). Rejects with
 * `UnreachableError` if Redis cannot be reached, and with `ExpectedError` if the URL is invalid, Redis refuses a
 * command, or the connection breaks.
 */
export function readUse(url: string, nowMs = Date.now()): Promise<ReleaseUse> {
  return readFromRedis(url, async (redis) => {
    const releases = [...(await releasesInRedis(redis))].sort();
    const complete = releases.filter(([id, keys]) => keys.includes(redisKeys.tiers(id)));
    return {
      loaded: releases.map(([id]) => id),
      priced: complete.map(([id]) => id),
      services: await reportedServices(redis, nowMs),
    };
  });
}

async function readFromRedis<Result>(
  url: string,
  read: (redis: RedisConnection) => Promise<Result>,
): Promise<Result> {
  // Imported only here, as in `activate`.
  const { withRedis } = await import('../../redis/connect.ts');
  return withRedis(url, 'cannot read from Redis which releases are in use', read);
}

/**
 * Returns true if the Redis at a URL has all net prices of a release. Rejects with `UnreachableError` if Redis cannot
 * be reached, and with `ExpectedError` if the URL is invalid, Redis refuses a command, or the connection breaks.
 */
export function isPricedIn(url: string, release: string): Promise<boolean> {
  return readFromRedis(url, (redis) => hasNetPrices(redis, release));
}

/**
 * Returns the ids of the releases that must not be pruned: releases that a pricing service uses, and releases with net
 * prices in Redis, because a pricing service may start to use them. An id may occur several times.
 */
export function usedReleases({ loaded, services }: ReleaseUse): string[] {
  return [...loaded, ...services.map(({ release }) => release)];
}
