/**
 * The specification service as a source of active products: connection pool, timeouts, and retries of
 * transient errors. `contract/specification-service.ts` defines the service's answer.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import {
  activeProductsPath,
  maxActiveProductsBytes,
  maxTries,
} from '../contract/specification-service.ts';
import { RequestError, requestProducts } from './service-request.ts';
import { type Source, SourceError } from './source.ts';

/** Longest wait before the second try, in milliseconds, without `Retry-After`; it doubles with each further try. */
const firstWaitMs = 500;
/**
 * Longest `Retry-After`, in milliseconds, that a round waits for before it tries again; a longer one ends the
 * round.
 */
const maxWaitMs = 10_000;
/**
 * Maximum `Retry-After` between rounds, in milliseconds; a longer one is shortened to it. A value of years, by mistake
 * or from a wrong clock, would otherwise leave the listing expired for that time.
 */
const maxRetryAfterMs = 3_600_000;

/** Timeouts of one request to the specification service, in milliseconds. */
export interface ServiceLimits {
  /** Maximum time until the connection is established. */
  readonly connectMs: number;
  /** Maximum time until the headers of the response have arrived. */
  readonly headersMs: number;
  /** Maximum time between two chunks of the body. */
  readonly bodyMs: number;
  /** Maximum time from the start of the request to the last byte of the response. */
  readonly tryMs: number;
}

const defaultLimits: ServiceLimits = {
  connectMs: 2000,
  headersMs: 5000,
  bodyMs: 5000,
  tryMs: 15_000,
};

/** Options of `createServiceSource`, whose source requests the active products from the specification service. */
export interface ServiceOptions {
  /** URL of the specification service, to which `activeProductsPath` is appended. */
  readonly url: URL;
  /** The bearer token, if the service requires one. */
  readonly token?: string | undefined;
  /**
   * Maximum seconds, from the request on, for which an answer of the service may be used. The sync listing made from it
   * is no longer served after that.
   */
  readonly maxAgeSeconds: number;
  readonly limits?: ServiceLimits;
  /** Returns the current time in milliseconds since 1970. */
  readonly now?: () => number;
  /** Returns a number from 0 to 1, as `Math.random` does. */
  readonly random?: () => number;
}

/**
 * Returns a source that requests the active products from the specification service. It connects at the first request.
 * Its `ask` retries transient errors (see `planRetry`) and throws `SourceError` if the last try fails. The caller must
 * call `close`.
 */
export function createServiceSource({
  url,
  token,
  maxAgeSeconds,
  limits = defaultLimits,
  now = Date.now,
  random = Math.random,
}: ServiceOptions): Source {
  const resource = new URL(url);
  // Not resolved as a reference: one that begins with two slashes names another host, which would get the token.
  resource.pathname = url.pathname.replace(/\/+$/, '') + activeProductsPath;
  const dispatcher = new Pool(resource.origin, {
    connections: 2,
    connect: { timeout: limits.connectMs },
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.bodyMs,
    maxResponseSize: maxActiveProductsBytes,
  });
  const name = `the specification service at ${resource.origin}${resource.pathname}`;
  const request = { dispatcher, url: resource, token, timeoutMs: limits.tryMs, now };
  return {
    name,
    maxAgeSeconds,
    async ask(last, stop) {
      const own = last?.source === name ? last : undefined;
      for (let tries = 1; ; tries += 1) {
        try {
          return await requestProducts({ ...request, last: own, stop });
        } catch (error) {
          if (!(error instanceof RequestError)) throw error;
          const { isTransient, retryAfterMs } = error;
          const waitMs = planRetry({ tries, isTransient, retryAfterMs }, random);
          if (waitMs === undefined) throw toSourceError(name, error, tries);
          await wait(waitMs, undefined, { signal: stop });
        }
      }
    },
    close: () => dispatcher.destroy(),
  };
}

/** A failed request to the specification service, from which `planRetry` decides when to try again. */
export interface FailedTry {
  /** Number of tries so far, counted from 1. */
  readonly tries: number;
  /** True if a retry may succeed. */
  readonly isTransient: boolean;
  /** The `Retry-After` of the response in milliseconds, if it has one. */
  readonly retryAfterMs: number | undefined;
}

/**
 * Returns the milliseconds to wait before the next try: the `Retry-After` of the response (0 if it has none) plus a
 * random time, so that clients that failed together do not retry together. The random time is 250 to 500 ms after the
 * first try, and doubles with each further try. Returns undefined if the request must not be tried again: a retry
 * cannot succeed, `maxTries` is reached, or `Retry-After` exceeds ten seconds.
 */
export function planRetry(
  { tries, isTransient, retryAfterMs = 0 }: FailedTry,
  random: () => number,
): number | undefined {
  if (!isTransient || tries >= maxTries || retryAfterMs > maxWaitMs) return undefined;
  const waitMs = firstWaitMs * 2 ** (tries - 1);
  return retryAfterMs + waitMs / 2 + (random() * waitMs) / 2;
}

function toSourceError(name: string, cause: RequestError, tries: number): SourceError {
  const { message, retryAfterMs = 0 } = cause;
  const repeated = tries > 1 ? `, ${tries} times` : '';
  const later = retryAfterMs ? `; it asks to retry in ${Math.ceil(retryAfterMs / 1000)} s` : '';
  return new SourceError(`${name} ${message}${repeated}${later}`, {
    cause,
    retryAfterMs: Math.min(retryAfterMs, maxRetryAfterMs),
  });
}
