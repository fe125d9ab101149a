/**
 * The specification service as a source of active products: one request, retries of transient errors, and messages.
 * `contract/specification-service.ts` defines the service's answer.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import {
  activeProductsPath,
  activeProductsSchema,
  maxActiveProductsBytes,
  maxTries,
} from '../contract/specification-service.ts';
import { type AcceptedAnswer, type Source, type SourceAnswer, SourceError } from './source.ts';

/** Longest wait before the second try in milliseconds, without `Retry-After`; it doubles with each further try. */
const firstWaitMs = 500;
/** Longest `Retry-After` that a round waits for before it tries again; a longer one ends the round. */
const maxWaitMs = 10_000;
/** Longest `Retry-After` between rounds: a value of years, by mistake, would leave the listing expired for that time. */
const maxRetryAfterMs = 3_600_000;

/** Timeouts in milliseconds: until the connection and the headers, between two chunks, and of a whole request. */
export interface ServiceLimits {
  readonly connectMs: number;
  readonly headersMs: number;
  readonly bodyMs: number;
  readonly tryMs: number;
}

const defaultLimits: ServiceLimits = {
  connectMs: 2000,
  headersMs: 5000,
  bodyMs: 5000,
  tryMs: 15_000,
};

/** Options of `createServiceSource`. */
export interface ServiceOptions {
  /** URL of the specification service, to which `activeProductsPath` is appended. */
  readonly url: URL;
  /** The bearer token, if the service requires one. */
  readonly token?: string | undefined;
  /** Maximum seconds, from the request on, for which an answer may be served. */
  readonly maxAgeSeconds: number;
  readonly limits?: ServiceLimits;
  /** Returns a number from 0 to 1, as `Math.random` does. */
  readonly random?: () => number;
}

/** Returns a source that asks the specification service, up to `maxTries` times. The caller must close it. */
export function createServiceSource({
  url,
  token,
  maxAgeSeconds,
  limits = defaultLimits,
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
  const request = { dispatcher, url: resource, token, timeoutMs: limits.tryMs };
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
          const waitMs = planRetry(tries, error, random);
          if (waitMs === undefined) throw toSourceError(name, error, tries);
          await wait(waitMs, undefined, { signal: stop });
        }
      }
    },
    close: () => dispatcher.destroy(),
  };
}

/**
 * Returns the milliseconds to wait before the next try: `Retry-After` plus a random time that doubles, so that clients
 * do not retry together. Returns undefined if a retry cannot succeed or `Retry-After` exceeds ten seconds.
 */
function planRetry(
  tries: number,
  { isTransient, retryAfterMs = 0 }: Pick<RequestError, 'isTransient' | 'retryAfterMs'>,
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
  const text = `${name} ${message}${repeated}${later}`;
  return new SourceError(text, Math.min(retryAfterMs, maxRetryAfterMs), { cause });
}

interface Failure {
  /** True if a retry may succeed. */
  readonly isTransient?: boolean;
  /** The `Retry-After` of the response in milliseconds, if it has one. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** A failed request. The message is the end of a sentence that begins with the name of the service. */
class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly isTransient: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { isTransient = false, retryAfterMs, cause }: Failure = {}) {
    super(message, { cause });
    this.isTransient = isTransient;
    this.retryAfterMs = retryAfterMs;
  }
}

interface RequestOptions {
  readonly dispatcher: Dispatcher;
  readonly url: URL;
  readonly token: string | undefined;
  /** Maximum milliseconds from the start of the request to the last byte of the response. */
  readonly timeoutMs: number;
  /** The last accepted answer: with an entity tag, the request is conditional. */
  readonly last: AcceptedAnswer | undefined;
  readonly stop: AbortSignal;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** HTTP statuses after which a retry may succeed within seconds. */
const transientStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Sends one request. Returns the active products, or `last` after a 304. Throws `RequestError` for a connection error, a
 * timeout, another status or an invalid body, and the reason of `stop`.
 */
async function requestProducts(options: RequestOptions): Promise<SourceAnswer> {
  const { stop, timeoutMs } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await send(options, AbortSignal.any([stop, timeout]));
  } catch (error) {
    stop.throwIfAborted();
    if (error instanceof RequestError) throw error;
    if (timeout.aborted) {
      throw new RequestError(`took longer than ${timeoutMs} ms`, {
        isTransient: true,
        cause: error,
      });
    }
    throw toRequestError(error as NodeJS.ErrnoException);
  }
}

async function send(
  { dispatcher, url, token, last }: RequestOptions,
  signal: AbortSignal,
): Promise<SourceAnswer> {
  const { statusCode, headers, body } = await dispatcher.request({
    origin: url.origin,
    path: url.pathname,
    method: 'GET',
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'apparel-catalogue-sync',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(last?.etag !== undefined && { 'if-none-match': last.etag }),
    },
    signal,
  });
  if (statusCode === 200) return parseAnswer(await body.text(), fieldOf(headers, 'etag'));
  // Reads a short body to its end, so that the connection can be reused.
  await body.dump({ limit: 16_384, signal });
  if (statusCode === 304 && last?.etag !== undefined) return last;
  if (statusCode >= 300 && statusCode < 400 && statusCode !== 304) {
    const target = describeTarget(headers, url);
    throw new RequestError(
      `answers ${statusCode}, a redirect${target}; redirects are not followed`,
    );
  }
  throw new RequestError(`answers ${statusCode}`, {
    isTransient: transientStatuses.has(statusCode),
    retryAfterMs: parseRetryAfter(fieldOf(headers, 'retry-after')),
  });
}

function parseAnswer(text: string, etag: string | undefined): SourceAnswer {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new RequestError('sends invalid JSON', { cause });
  }
  const { data, error } = activeProductsSchema.safeParse(body);
  if (data === undefined) {
    const [issue] = error.issues;
    const place = issue?.path.join('.') || 'the body';
    throw new RequestError(`sends an invalid body: ${place}: ${issue?.message}`, { cause: error });
  }
  return { products: data.products, ...(isEntityTag(etag) && { etag }) };
}

/** Tests an entity tag (RFC 9110 section 8.8.3): only a valid one is sent back. */
function isEntityTag(field: string | undefined): field is string {
  return field !== undefined && /^(W\/)?"[\x21\x23-\x7e]*"$/.test(field);
}

/** Returns the milliseconds of a `Retry-After` (RFC 9110 section 10.2.3); undefined if it is missing or invalid. */
function parseRetryAfter(field: string | undefined): number | undefined {
  if (field === undefined) return undefined;
  if (/^\d{1,9}$/.test(field)) return Number(field) * 1000;
  // Date.parse accepts almost any text.
  const date = field.endsWith(' GMT') ? Date.parse(field) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function fieldOf(headers: Headers, name: string): string | undefined {
  const field = headers[name];
  return Array.isArray(field) ? field[0] : field;
}

/** Names the target of a redirect by its origin: path and query may contain a secret. */
function describeTarget(headers: Headers, url: URL): string {
  const location = fieldOf(headers, 'location');
  if (!location) return ' without a location';
  return URL.canParse(location, url.href) ? ` to ${new URL(location, url).origin}` : '';
}

const connectionErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections',
  ECONNRESET: 'closed the connection',
  ENOTFOUND: 'has an unknown host name',
  UND_ERR_CONNECT_TIMEOUT: 'does not accept a connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'sends no response in time',
  UND_ERR_BODY_TIMEOUT: 'stopped in the middle of a response',
  UND_ERR_SOCKET: 'closed the connection before the end of its response',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'sent a body of another length than announced',
};

function toRequestError(cause: NodeJS.ErrnoException): RequestError {
  const { code = '', message } = cause;
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return new RequestError('sends a body that is too large', { cause });
  }
  const details = [code, message].filter(Boolean).join(': ');
  const text = connectionErrors[code] ?? `cannot be reached (${details})`;
  return new RequestError(text, { isTransient: true, cause });
}
