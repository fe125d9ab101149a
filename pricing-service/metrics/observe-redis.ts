/** Times the commands of every Redis client of this process, as ioredis tells of them. */
import { tracingChannel } from 'node:diagnostics_channel';
import { performance } from 'node:perf_hooks';
import type { Metrics } from './metrics.ts';

/** What ioredis says of a command; its arguments are there too, and are not looked at. */
interface Trace {
  readonly command: string;
  readonly error?: unknown;
}

/**
 * Watches from now on: one server, Sentinel or Cluster alike. The time is that of the answer, also where
 * the request has given up waiting for it.
 * https://nodejs.org/api/diagnostics_channel.html#class-tracingchannel
 */
export function observeRedis({ redisSeconds }: Pick<Metrics, 'redisSeconds'>): void {
  const begun = new WeakMap<object, number>();
  tracingChannel<Trace, Trace>('ioredis:command').subscribe({
    start: (trace) => void begun.set(trace, performance.now()),
    asyncEnd: (trace) => {
      const begunAt = begun.get(trace);
      if (begunAt === undefined) return;
      const outcome = trace.error === undefined ? 'answered' : 'failed';
      const labels = { command: trace.command.toLowerCase(), outcome };
      redisSeconds.observe(labels, (performance.now() - begunAt) / 1000);
    },
    end: () => {},
    asyncStart: () => {},
    error: () => {},
  });
}
