/** Records the durations of Redis commands in the metrics of the pricing service. */
import { tracingChannel } from 'node:diagnostics_channel';
import { performance } from 'node:perf_hooks';
import type { Metrics } from './metrics.ts';

/**
 * What subscribers of ioredis's tracing channel get for each Redis command; `error` is set if the command failed. The
 * object also has the arguments, which can contain secrets and are not used here.
 */
interface Trace {
  readonly command: string;
  readonly error?: unknown;
}

/**
 * From now on, records in the histogram `redisSeconds` how long each Redis command of this process takes, by
 * subscribing to the traces of ioredis. A command is measured until its reply or failure, even if the HTTP request that
 * caused it timed out before.
 * https://nodejs.org/api/diagnostics_channel.html#class-tracingchannel
 */
export function observeRedis({ redisSeconds }: Pick<Metrics, 'redisSeconds'>): void {
  const startTimes = new WeakMap<object, number>();
  tracingChannel<Trace, Trace>('ioredis:command').subscribe({
    start: (trace) => void startTimes.set(trace, performance.now()),
    asyncEnd: (trace) => {
      const startedAt = startTimes.get(trace);
      if (startedAt === undefined) return;
      const outcome = trace.error === undefined ? 'answered' : 'failed';
      const labels = { command: trace.command.toLowerCase(), outcome };
      redisSeconds.observe(labels, (performance.now() - startedAt) / 1000);
    },
    end: () => {},
    asyncStart: () => {},
    error: () => {},
  });
}
