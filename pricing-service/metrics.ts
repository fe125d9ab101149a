/**
 * The metrics of the service for Prometheus; docs/operation.md describes each. Every label has a
 * limited number of values, so that requests cannot create unlimited time series.
 */
import { tracingChannel } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RouteId } from '../contract/routes.ts';
import { testKeyHeader } from '../contract/test-keys.ts';
import type { CheckOutcome, CheckSource } from './key-check.ts';
import { routeOfRequest } from './log.ts';

/** In seconds. A cached answer takes about 1 ms; a reply of Redis may take 350 ms by default. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics of the service and of its process. */
export function createMetrics(facts: {
  /** Rejects while the release is unknown. */
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
    requests: createTally<RouteId | 'none', string>(
      registry,
      'pricing_requests_total',
      'Requests by route and status; aborted if the client disconnected before the answer.',
      ['route', 'status'],
    ),
    requestSeconds: new Histogram({
      name: 'pricing_request_duration_seconds',
      help: 'Time from the head of a request to the last byte of its answer.',
      labelNames: ['route'],
      buckets,
      registers,
    }),
    verifications: createTally<CheckOutcome, CheckSource>(
      registry,
      'pricing_verifications_total',
      'Verifications of keys by outcome and by the source of the outcome.',
      ['outcome', 'source'],
    ),
    redisSeconds: new Histogram({
      name: 'pricing_redis_command_duration_seconds',
      help: 'Time from sending a command to its reply (outcome answered) or failure (failed).',
      labelNames: ['command', 'outcome'],
      buckets,
      registers,
    }),
  };
}

/** Creates a counter with two labels, whose counts get to prom-client only when they are collected. */
function createTally<First extends string, Second extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: [string, string],
) {
  const counts = new Map<First, Map<Second, number>>();
  const [firstName, secondName] = labelNames;
  new Counter({
    ...{ name, help, labelNames, registers: [registry] },
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
    count(first: First, second: Second) {
      const seconds = counts.get(first) ?? new Map<Second, number>();
      counts.set(first, seconds.set(second, (seconds.get(second) ?? 0) + 1));
    },
  };
}

/** What ioredis traces; it also has the arguments, which can contain secrets and are not used. */
interface Trace {
  readonly command: string;
  readonly error?: unknown;
}

/**
 * Records how long each Redis command takes, also if the request that caused it timed out before
 * (https://nodejs.org/api/diagnostics_channel.html#class-tracingchannel).
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

/** Counts and times each request when its response closes. */
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

/** Anyone can cause a 503 with a test key, which must not raise an alert: its status is `test`. */
function statusOf(response: ServerResponse): string {
  return response.hasHeader(testHeader) ? 'test' : String(response.statusCode);
}
