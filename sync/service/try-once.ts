/** One request to the specification service: what it says, or why that cannot be believed. */
import type { Dispatcher } from 'undici';
import { activeProductsSchema } from '../../contract/specification-service.ts';
import type { SourceAnswer, TakenAnswer } from '../source.ts';
import { readRetryAfter } from './retry-plan.ts';

/** Thrown when a try fails; the message goes on after "the specification service". */
export class TryFailed extends Error {
  override readonly name = 'TryFailed';
  /** Whether another try may succeed. */
  readonly isPassing: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    { isPassing = false, retryAfterMs }: { isPassing?: boolean; retryAfterMs?: number | undefined },
  ) {
    super(message);
    this.isPassing = isPassing;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface TryOptions {
  readonly dispatcher: Dispatcher;
  readonly url: URL;
  readonly token: string | undefined;
  /** For the request from its beginning to the last byte. */
  readonly limitMs: number;
  readonly last: TakenAnswer | undefined;
  readonly stop: AbortSignal;
  readonly now: () => number;
}

/** Statuses that may be others a moment later. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Asks once. Throws `TryFailed`, and whatever `stop` is aborted with. */
export async function tryOnce(options: TryOptions): Promise<SourceAnswer> {
  const { stop, limitMs } = options;
  const limit = AbortSignal.timeout(limitMs);
  try {
    return await ask(options, AbortSignal.any([stop, limit]));
  } catch (error) {
    stop.throwIfAborted();
    if (error instanceof TryFailed) throw error;
    if (limit.aborted) throw new TryFailed(`took longer than ${limitMs} ms`, { isPassing: true });
    throw explainTransport(error as NodeJS.ErrnoException);
  }
}

async function ask(
  { dispatcher, url, token, last, now }: TryOptions,
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
  if (statusCode === 200) return readAnswer(await body.text(), fieldOf(headers, 'etag'));
  // A short body is read, so that the connection can be used again.
  await body.dump({ limit: 16_384, signal });
  if (statusCode === 304 && last?.etag !== undefined) return last;
  if (statusCode >= 300 && statusCode < 400 && statusCode !== 304) {
    throw new TryFailed(
      `answers ${statusCode}, a redirect${targetOf(headers, url)}; none is followed`,
      {},
    );
  }
  const retryAfterMs = readRetryAfter(fieldOf(headers, 'retry-after'), now());
  const isPassing = passing.has(statusCode);
  throw new TryFailed(`answers ${statusCode}`, { isPassing, retryAfterMs });
}

/** Nothing of a body is believed before all of it was read and held against the schema. */
function readAnswer(text: string, etag: string | undefined): SourceAnswer {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new TryFailed('sends what is no JSON', {});
  }
  const { data, error } = activeProductsSchema.safeParse(body);
  if (data === undefined) {
    const [issue] = error.issues;
    const place = issue?.path.join('.') || 'the body';
    throw new TryFailed(`sends another shape: ${place}: ${issue?.message}`, {});
  }
  return { products: data.products, ...(isEntityTag(etag) && { etag }) };
}

/** RFC 9110 section 8.8.3; anything else is not sent back. */
function isEntityTag(field: string | undefined): field is string {
  return field !== undefined && /^(W\/)?"[\x21\x23-\x7e]*"$/.test(field);
}

function fieldOf(headers: Record<string, string | string[] | undefined>, name: string) {
  const field = headers[name];
  return Array.isArray(field) ? field[0] : field;
}

/** Where a redirect leads, as far as it may be printed: a path or a query could hold a secret. */
function targetOf(headers: Record<string, string | string[] | undefined>, url: URL): string {
  const location = fieldOf(headers, 'location') ?? '';
  return URL.canParse(location, url.href) ? ` to ${new URL(location, url).origin}` : '';
}

/** What happened to a connection, by the error's code. */
const transport: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections',
  ECONNRESET: 'closed the connection',
  ENOTFOUND: 'has no address: its name is unknown',
  UND_ERR_CONNECT_TIMEOUT: 'takes no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'sends no answer in time',
  UND_ERR_BODY_TIMEOUT: 'stopped in the middle of an answer',
  UND_ERR_SOCKET: 'closed the connection before the end of its answer',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'sent another length than it announced',
};

function explainTransport({ code = '', message }: NodeJS.ErrnoException): TryFailed {
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new TryFailed('sends more than it may', {});
  const words =
    transport[code] ?? `cannot be asked (${[code, message].filter(Boolean).join(': ')})`;
  return new TryFailed(words, { isPassing: true });
}
