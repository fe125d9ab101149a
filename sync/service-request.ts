/** Sends one request to the specification service and validates the response. */
import type { Dispatcher } from 'undici';
import { activeProductsSchema } from '../contract/specification-service.ts';
import type { AcceptedAnswer, SourceAnswer } from './source.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Thrown if a request to the specification service fails. The message is the end of a sentence that begins with the
 * name of the service, such as `refuses connections`.
 */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** True if a retry may succeed. */
  readonly isTransient: boolean;
  /** The `Retry-After` of the response in milliseconds, if it has one. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    { isTransient = false, retryAfterMs, cause }: RequestErrorOptions = {},
  ) {
    super(message, { cause });
    this.isTransient = isTransient;
    this.retryAfterMs = retryAfterMs;
  }
}

interface RequestErrorOptions {
  readonly isTransient?: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** Options of `requestProducts`. */
export interface RequestOptions {
  /** The connection pool. */
  readonly dispatcher: Dispatcher;
  readonly url: URL;
  /** The bearer token, if the service requires one. */
  readonly token: string | undefined;
  /** Maximum milliseconds from the start of the request to the last byte of the response. */
  readonly timeoutMs: number;
  /** The last accepted answer. If it has an entity tag, the request is conditional (`If-None-Match`). */
  readonly last: AcceptedAnswer | undefined;
  readonly stop: AbortSignal;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
}

/** HTTP statuses after which a retry may succeed within seconds. */
const transientStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Sends one request to the specification service, without retries. Returns the active products, or `last` if the
 * service answers a conditional request with 304. Throws `RequestError` for a connection error, a timeout, any other
 * status than 200 or an invalid body, and the abort reason of `stop` if it aborts.
 */
export async function requestProducts(options: RequestOptions): Promise<SourceAnswer> {
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
  { dispatcher, url, token, last, now }: RequestOptions,
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
    retryAfterMs: parseRetryAfter(fieldOf(headers, 'retry-after'), now()),
  });
}

/**
 * Returns the active products in the body of a response, and `etag` if it is valid. Throws `RequestError` if the body
 * is invalid.
 */
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

/**
 * Returns true if the header `ETag` of a response contains a valid entity tag (RFC 9110 section 8.8.3). Only
 * a valid one is sent back to the service with the next request.
 */
function isEntityTag(field: string | undefined): field is string {
  return field !== undefined && /^(W\/)?"[\x21\x23-\x7e]*"$/.test(field);
}

/**
 * Returns the milliseconds to wait according to a `Retry-After` header, which contains seconds or a date (RFC 9110
 * section 10.2.3); 0 for a date in the past. Returns undefined if the header is missing or invalid.
 */
export function parseRetryAfter(field: string | undefined, nowMs: number): number | undefined {
  if (field === undefined) return undefined;
  if (/^\d{1,9}$/.test(field)) return Number(field) * 1000;
  // Date.parse accepts almost any text.
  const date = field.endsWith(' GMT') ? Date.parse(field) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

function fieldOf(headers: Headers, name: string): string | undefined {
  const field = headers[name];
  return Array.isArray(field) ? field[0] : field;
}

/**
 * Returns the end of an error message with the origin of the redirect's target, such as ` to https://example.com`,
 * ` without a location` if the response has none, or an empty string for an invalid target. Omits path and query, which
 * may contain a secret.
 */
function describeTarget(headers: Headers, url: URL): string {
  const location = fieldOf(headers, 'location');
  if (!location) return ' without a location';
  return URL.canParse(location, url.href) ? ` to ${new URL(location, url).origin}` : '';
}

/**
 * Code of a connection error → message of the `RequestError`, the end of a sentence whose beginning is the service's
 * name.
 */
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
