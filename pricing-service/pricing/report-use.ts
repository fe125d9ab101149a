/**
 * Reports to Redis every minute which release this instance of the service uses, and renews the TTL of that release's
 * net prices. `npm run release -- list` shows the reports, and `prune` keeps releases that were
 * reported within a day.
 */
import { redisKeys, type ServiceReport } from '../../contract/redis-keys.ts';
import type { RedisConnection } from '../../redis/connect.ts';
import type { Log } from '../log.ts';
import { createWithTimeout, type WithTimeout } from '../redis-timeout.ts';
import type { NetPriceStore } from './net-price-store.ts';

/** Starts and stops the regular reports of the release that this instance of the service uses. */
export interface UseReports {
  /** Reports now, then every minute; skips a report while this instance has not used any release yet. */
  start(): void;
  stop(): void;
}

interface UseReportOptions {
  readonly redis: RedisConnection;
  readonly store: Pick<NetPriceStore, 'renewTtl'>;
  /** Name of this instance of the service: host name and port. */
  readonly instance: string;
  /** Returns the release that was used last; undefined before the first use. */
  readonly release: () => string | undefined;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Log;
  readonly withTimeout?: WithTimeout;
  /** Milliseconds between two reports; 60,000 by default. */
  readonly everyMs?: number;
}

/**
 * Prepares the regular reports of an instance of the service to Redis; `start` begins them. Each report names the
 * release that the instance uses. With each report, the instance also renews the TTL of the net prices of that release,
 * even if the report fails: a Redis whose memory is full (`maxmemory`) refuses the report but not the renewal. Each
 * failure of a report or a renewal is logged and does not stop the next ones.
 */
export function createUseReports({
  redis,
  store,
  instance,
  release,
  now,
  log,
  withTimeout = createWithTimeout(),
  everyMs = 60_000,
}: UseReportOptions): UseReports {
  let timer: NodeJS.Timeout | undefined;
  const report = async () => {
    const used = release();
    if (used === undefined) return;
    const serviceReport: ServiceReport = { release: used, at: now() };
    const [reported, renewed] = await Promise.allSettled([
      withTimeout(redis.hset(redisKeys.services, instance, JSON.stringify(serviceReport))),
      store.renewTtl(used),
    ]);
    if (reported.status === 'rejected') log.error('use_not_reported', reported.reason);
    if (renewed.status === 'rejected') log.error('prices_not_renewed', renewed.reason);
  };
  return {
    start() {
      void report();
      timer = setInterval(report, everyMs).unref();
    },
    stop: () => clearInterval(timer),
  };
}
