/**
 * The metrics of the service for Prometheus: of requests, checks of keys, commands of Redis and the process. Each label
 * has a limited number of values, so that requests cannot create unlimited time series. docs/operation.md describes
 * every metric; a test compares the description with the metrics.
 */
import { tracingChannel } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RouteId } from '../contract/routes.ts';
import { testKeyHeader } from '../contract/test-keys.ts';
import type { CheckOutcome, CheckSource } from './key-check.ts';
import { routeOfRequest } from './log.ts';

/**
 * Upper bounds of the buckets of histograms, in seconds. A cached answer takes about 1 ms; a reply of Redis may take
 * 350 ms by default (`REDIS_TIMEOUT_MS`).
 */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The registry of all metrics, and the counters and histograms that other modules update. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the Prometheus metrics of the service and of its process: memory, garbage collection, event loop lag. */
export function createMetrics(facts: {
  /** Returns the id of the release that answers are made from; rejects while it is unknown. */
  release: () => Promise<string>;
  isReady: () => Promise<boolean>;
  redisTimeoutSeconds: number;
}) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'pricing_release_info',
    help: 'The release that answers are made from; absent while it is unknown.',
    labelNames: ['release'],
    registers,
    async collect() {
      // Requests log why the release is unknown.
      const release = await facts.release().catch(() => undefined);
      this.reset();
      if (release !== undefined) this.set({ release }, 1);
    },
  });
  new Gauge({
    name: 'pricing_ready',
    help: '1 if /ready answers 200, otherwise 0.',
    registers,
    async collect() {
      this.set((await facts.isReady()) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'pricing_redis_timeout_seconds',
    help: 'Maximum wait for a reply of Redis (REDIS_TIMEOUT_MS).',
    registers,
  }).set(facts.redisTimeoutSeconds);
  return {
    registry,
    requests: createTally<RouteId | 'none', string>({
      name: 'pricing_requests_total',
      help: 'Requests by route and status; aborted if the client disconnected before the answer.',
      labelNames: ['route', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'pricing_request_duration_seconds',
      help: 'Time from the head of a request to the last byte of its answer.',
      labelNames: ['route'],
      buckets,
      registers,
    }),
    verifications: createTally<CheckOutcome, CheckSource>({
      name: 'pricing_verifications_total',
      help: 'Verifications of keys by outcome and by the source of the outcome.',
      labelNames: ['outcome', 'source'],
      registers,
    }),
    redisSeconds: new Histogram({
      name: 'pricing_redis_command_duration_seconds',
      help: 'Time from sending a command to its reply (outcome answered) or failure (failed).',
      labelNames: ['command', 'outcome'],
      buckets,
      registers,
    }),
  };
}

/** A Prometheus counter with two labels. */
interface Tally<First extends string, Second extends string> {
  /** Adds one to the count that has these values of the two labels. */
  count(first: First, second: Second): void;
}

/**
 * Creates a counter with two labels and registers it in `registers`. Its counts are passed to prom-client when metrics
 * are collected.
 */
function createTally<First extends string, Second extends string>(config: {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly [string, string];
  readonly registers: Registry[];
}): Tally<First, Second> {
  const counts = new Map<First, Map<Second, number>>();
  const [firstName, secondName] = config.labelNames;
  new Counter({
    ...config,
    collect() {
      this.reset();
      for (const [first, seconds] of counts) {
        for (const [second, count] of seconds) {
          this.inc({ [firstName]: first, [secondName]: second }, count);
        }
      }
    },
  });
  return {
    count(first, second) {
      const seconds = counts.get(first);
      if (seconds) seconds.set(second, (seconds.get(second) ?? 0) + 1);
      else counts.set(first, new Map([[second, 1]]));
    },
  };
}

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

/**
 * From now on, when the response to a request of the server closes, counts the request by route and status and records
 * its duration in seconds. The status is `aborted` if the client disconnected before the end of the answer, and `test`
 * for an answer to a test key.
 */
export function observeRequests(
  server: Server,
  { requests, requestSeconds }: Pick<Metrics, 'requests' | 'requestSeconds'>,
): void {
  server.on('request', (request, response) => {
    const startedAt = performance.now();
    response.on('close', () => {
      const route = routeOfRequest(request);
      const status = response.writableFinished ? statusOf(response) : 'aborted';
      requests.count(route, status);
      requestSeconds.observe({ route }, (performance.now() - startedAt) / 1000);
    });
  });
}

const [testHeader = ''] = Object.keys(testKeyHeader);

/**
 * Returns the status code of a response as a label of metrics, or `test` for a request with a test key: anyone can
 * cause a 503 with such a key, which must not raise an alert.
 */
function statusOf(response: ServerResponse): string {
  return response.hasHeader(testHeader) ? 'test' : String(response.statusCode);
}
