/**
 * The specification service as a source: a pool of connections, a limit on everything, and a few tries
 * for what may pass. What it owes us is in `contract/specification-service.ts`.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import {
  activeProductsPath,
  maxActiveProductsBytes,
} from '../../contract/specification-service.ts';
import type { Source } from '../source.ts';
import { SourceError } from '../sync-error.ts';
import { longestLeaveMs, planRetry } from './retry-plan.ts';
import { TryFailed, tryOnce } from './try-once.ts';

/** Limits of one try, in milliseconds. */
export interface ServiceLimits {
  readonly connectMs: number;
  /** Until the head of the answer is there. */
  readonly headersMs: number;
  /** Between two pieces of the body. */
  readonly bodyMs: number;
  /** From the beginning of the request to the last byte. */
  readonly tryMs: number;
}

const usualLimits: ServiceLimits = {
  connectMs: 2000,
  headersMs: 5000,
  bodyMs: 5000,
  tryMs: 15_000,
};

export interface ServiceOptions {
  /** Address of the service; the resource is below it. */
  readonly url: URL;
  readonly token?: string | undefined;
  readonly maxAgeSeconds: number;
  readonly limits?: ServiceLimits;
  /** Wall clock, in milliseconds since 1970. */
  readonly now?: () => number;
  readonly random?: () => number;
}

/** Connects when it is first asked. */
export function createServiceSource({
  url,
  token,
  maxAgeSeconds,
  limits = usualLimits,
  now = Date.now,
  random = Math.random,
}: ServiceOptions): Source {
  const resource = new URL(url.pathname.replace(/\/+$/, '') + activeProductsPath, url);
  const dispatcher = new Pool(resource.origin, {
    connections: 2,
    connect: { timeout: limits.connectMs },
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.bodyMs,
    maxResponseSize: maxActiveProductsBytes,
  });
  const name = `the specification service at ${resource.origin}${resource.pathname}`;
  return {
    name,
    maxAgeSeconds,
    async ask(last, stop) {
      const own = last?.source === name ? last : undefined;
      for (let tries = 1; ; tries += 1) {
        try {
          const { tryMs: limitMs } = limits;
          return await tryOnce({ dispatcher, url: resource, token, limitMs, last: own, stop, now });
        } catch (error) {
          if (!(error instanceof TryFailed)) throw error;
          const { isPassing, retryAfterMs } = error;
          const waitMs = planRetry({ tries, isPassing, retryAfterMs }, random);
          if (waitMs === undefined) throw toSourceError(name, error, tries);
          await wait(waitMs, undefined, { signal: stop });
        }
      }
    },
    close: () => dispatcher.destroy(),
  };
}

function toSourceError(
  name: string,
  { message, retryAfterMs }: TryFailed,
  tries: number,
): SourceError {
  const many = tries > 1 ? `, ${tries} times` : '';
  const later = retryAfterMs ? `; it asks to come back in ${Math.ceil(retryAfterMs / 1000)} s` : '';
  const leaveAloneMs = Math.min(retryAfterMs ?? 0, longestLeaveMs);
  return new SourceError(`${name} ${message}${many}${later}`, { leaveAloneMs });
}
