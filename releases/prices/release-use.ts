/** Reads from Redis which releases have net prices and which ones pricing services answer from. */
import { type RedisConnection, withRedis } from '../../redis/connect.ts';
import { hasNetPrices } from './load-prices.ts';
import { type ReportedService, releasesInRedis, reportedServices } from './redis-releases.ts';

export interface ReleaseUse {
  /** Ids of the releases with net prices in Redis. */
  readonly priced: readonly string[];
  /** The services that reported within a day. */
  readonly services: readonly ReportedService[];
}

/**
 * Reads the use of releases from Redis. Throws `UnreachableError` if it cannot be reached, and
 * `ExpectedError` if it refuses a command.
 */
export function readUse(url: string, nowMs = Date.now()): Promise<ReleaseUse> {
  return ask(url, async (redis) => {
    const priced = [...(await releasesInRedis(redis)).keys()].sort();
    return { priced, services: await reportedServices(redis, nowMs) };
  });
}

function ask<Answer>(
  url: string,
  question: (redis: RedisConnection) => Promise<Answer>,
): Promise<Answer> {
  return withRedis(url, 'cannot read from Redis which releases are in use', question);
}

/** Returns true if the Redis at a URL has all net prices of a release. Throws as `readUse` does. */
export function isPricedIn(url: string, release: string): Promise<boolean> {
  return ask(url, (redis) => hasNetPrices(redis, release));
}

/** Returns the releases that must not be removed from a machine with a pricing service. */
export function usedReleases({ priced, services }: ReleaseUse): string[] {
  return [...priced, ...services.map(({ release }) => release)];
}
