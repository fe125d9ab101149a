/**
 * Creates the metrics of the service for Prometheus. Each label has a limited number of values, so that requests cannot
 * create unlimited time series. docs/operation.md describes every metric; a test compares the description with the
 * metrics.
 */
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RouteId } from '../../contract/routes.ts';
import type { VerificationOutcome, VerificationSource } from '../accounts/verifier.ts';
import { createTally } from './tally.ts';

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
    verifications: createTally<VerificationOutcome, VerificationSource>({
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
