/**
 * What the service counts, for Prometheus: this is the table of its metrics. Every label has few values,
 * whatever clients send; docs/operation.md explains each metric and a test compares the two.
 */
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RouteId } from '../../contract/routes.ts';
import type { VerificationOutcome, VerificationSource } from '../accounts/verification-observer.ts';
import { createTally } from './tally.ts';

/** Upper bounds in seconds: an answer made ahead takes a millisecond, Redis has 350 of them by default. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Makes the metrics of one process: its own, and those that Node.js has of memory, garbage collection
 * and the lag of the event loop.
 */
export function createMetrics(facts: {
  /** The id of the release that answers are made from; rejects while none is known. */
  release: () => Promise<string>;
  isReady: () => Promise<boolean>;
  redisTimeoutSeconds: number;
}) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'pricing_release_info',
    help: 'The release that answers are made from; absent while none is known.',
    labelNames: ['release'],
    registers,
    async collect() {
      // No release is known before Redis has told one; the faults of requests say why.
      const release = await facts.release().catch(() => undefined);
      this.reset();
      if (release !== undefined) this.set({ release }, 1);
    },
  });
  new Gauge({
    name: 'pricing_ready',
    help: 'Whether /ready says yes: 1 or 0.',
    registers,
    async collect() {
      this.set((await facts.isReady()) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'pricing_redis_timeout_seconds',
    help: 'How long a request waits for an answer of Redis (REDIS_TIMEOUT_MS).',
    registers,
  }).set(facts.redisTimeoutSeconds);
  return {
    registry,
    requests: createTally<RouteId | 'none', string>({
      name: 'pricing_requests_total',
      help: 'Requests that were answered, or ended by their client before (status aborted).',
      labelNames: ['route', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'pricing_request_duration_seconds',
      help: 'From the head of a request to the last byte of its answer.',
      labelNames: ['route'],
      buckets,
      registers,
    }),
    verifications: createTally<VerificationOutcome, VerificationSource>({
      name: 'pricing_verifications_total',
      help: 'Verifications of keys, by what came of them and what that is based on.',
      labelNames: ['outcome', 'source'],
      registers,
    }),
    redisSeconds: new Histogram({
      name: 'pricing_redis_command_duration_seconds',
      help: 'From the sending of a command to its answer (outcome answered) or failure (failed).',
      labelNames: ['command', 'outcome'],
      buckets,
      registers,
    }),
  };
}
