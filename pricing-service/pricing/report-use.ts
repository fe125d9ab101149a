/**
 * Reports every minute which release this instance answers from: so that `npm run release` shows it and does
 * not remove it, and so that its net prices do not expire while they are read (decision 28).
 */
import { redisKeys, type ServiceReport } from '../../contract/redis-keys.ts';
import type { Log } from '../log.ts';
import { createInTime, type InTime, type RedisConnection } from '../redis.ts';
import type { NetPriceStore } from './net-price-store.ts';

export interface UseReports {
  /** Reports at once, then every minute; nothing while `release` returns undefined. */
  start(): void;
  stop(): void;
}

interface Reporting {
  readonly redis: RedisConnection;
  readonly store: Pick<NetPriceStore, 'keepPrices'>;
  /** Host name and port. */
  readonly instance: string;
  /** The release that the last answer was made from; undefined if there was no answer yet. */
  readonly release: () => string | undefined;
  /** Gives milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Log;
  readonly inTime?: InTime;
  /** Milliseconds between two reports. */
  readonly everyMs?: number;
}

/** Creates the reports of one instance. A report that fails is logged, and the next one is made all the same. */
export function createUseReports({
  redis,
  store,
  instance,
  release,
  now,
  log,
  inTime = createInTime(),
  everyMs = 60_000,
}: Reporting): UseReports {
  let timer: NodeJS.Timeout | undefined;
  const report = async () => {
    const used = release();
    if (used === undefined) return;
    const said: ServiceReport = { release: used, at: now() };
    try {
      await inTime(redis.hset(redisKeys.services, instance, JSON.stringify(said)));
      await store.keepPrices(used);
    } catch (error) {
      log.error('use_not_reported', error);
    }
  };
  return {
    start() {
      void report();
      timer = setInterval(report, everyMs).unref();
    },
    stop: () => clearInterval(timer),
  };
}
