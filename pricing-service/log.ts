/**
 * Creates the log of the service: one JSON object per line, written by pino. API keys, their hashes and the passwords
 * of Redis are redacted in every text.
 */
import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { inspect } from 'node:util';
import { LRUCache } from 'lru-cache';
import { type DestinationStream, destination, pino, stdTimeFunctions } from 'pino';
import { redactKeys } from '../contract/api-key.ts';
import { pathOf } from '../contract/problem.ts';
import { decodePath } from '../contract/query.ts';
import { redisKeys } from '../contract/redis-keys.ts';
import { type RouteId, routeOf } from '../contract/routes.ts';

/**
 * Writes log entries. `event` names what has happened, such as `redis_error`; `facts` are further members of the entry.
 */
export interface Log {
  info(event: string, facts?: Readonly<Record<string, unknown>>): void;
  error(event: string, error: unknown, facts?: Readonly<Record<string, unknown>>): void;
}

/** Maximum bytes of buffered lines while standard output is blocked, for example by a full disk. */
const maxBufferedBytes = 1024 * 1024;

/** Maximum depth of nested errors (causes may be circular); an error at this depth is logged without its cause. */
const maxDepth = 5;

/**
 * Milliseconds for which a stack is not logged again: while Redis is unavailable every request fails in the same way.
 */
const repeatStackMs = 60_000;

/** Maximum number of logged stacks to remember; a forgotten stack is logged again. */
const maxStacks = 100;

/**
 * Creates a log that writes to a stream such as `process.stderr`. The log redacts the strings in `secrets`,
 * API keys, hashes of API keys, and user and password in URLs. Errors include their causes; the same stack is
 * logged at most once a minute. `now` returns monotonic milliseconds.
 */
export function createLog(
  stream: DestinationStream,
  secrets: readonly string[] = [],
  now: () => number = () => performance.now(),
): Log {
  const patterns = secrets.map(toPattern);
  const logger = pino(
    {
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      hooks: { streamWrite: (line) => redactLine(line, patterns) },
    },
    stream,
  );
  const filterStack = createStackFilter(now);
  return {
    info: (event, facts) => logger.info({ event, ...facts }),
    error: (event, error, facts) =>
      logger.error({ event, ...facts, ...serializeError(error, filterStack) }),
  };
}

/** Returns the `operationId` of the requested route, or `none` if no route has the path. */
export function routeOfRequest({ url = '/' }: IncomingMessage): RouteId | 'none' {
  return routeOf(decodePath(pathOf(url))) ?? 'none';
}

/**
 * Returns the route of a request and its id, which nginx sends in the header `X-Request-Id` and writes to its access
 * log. Without this header, `requestId` is empty.
 */
export function requestFacts(request: IncomingMessage): { route: string; requestId: string } {
  return {
    route: routeOfRequest(request),
    requestId: String(request.headers['x-request-id'] ?? ''),
  };
}

type FilterStack = (stack: string | undefined) => string | undefined;

/**
 * Returns a filter for the stacks of errors. The filter returns a stack unchanged, or undefined if it has returned the
 * same stack within the last minute by the clock `now`.
 */
function createStackFilter(now: () => number): FilterStack {
  const loggedAt = new LRUCache<string, number>({ max: maxStacks });
  return (stack) => {
    if (stack === undefined) return undefined;
    const time = now();
    if (time - (loggedAt.get(stack) ?? Number.NEGATIVE_INFINITY) < repeatStackMs) return undefined;
    loggedAt.set(stack, time);
    return stack;
  };
}

/**
 * Opens standard output for synchronous writes, so that no line is lost when the process ends. If it cannot be
 * written, lines are dropped and the service goes on.
 */
export function openStandardOutput(): DestinationStream {
  const output = destination({ dest: 1, sync: true, maxLength: maxBufferedBytes });
  // An error of the log cannot be logged.
  output.on('error', () => {});
  return output;
}

function serializeError(
  error: unknown,
  filterStack: FilterStack,
  depth = 0,
): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) {
    return { message: typeof error === 'string' ? error : inspect(error, { depth: 1 }) };
  }
  // Other properties are left out: ioredis stores the arguments of a failed command in one.
  const { message, cause } = error;
  const stack = filterStack(error.stack);
  const inner = error instanceof AggregateError ? error.errors : [];
  if (depth === maxDepth) return { message, stack };
  return {
    message,
    stack,
    ...(cause !== undefined && { cause: serializeError(cause, filterStack, depth + 1) }),
    ...(inner.length > 0 && {
      errors: inner.map((each) => serializeError(each, filterStack, depth + 1)),
    }),
  };
}

const alwaysRedacted = [
  // Redis repeats the arguments of a command that it refuses, and shortens them: here the hash of a key.
  new RegExp(`(?<=${redisKeys.key('').replace(/[{}]/g, '\\$&')}|:uses' ')[0-9a-f]+`, 'gi'),
  // User and password of a URL.
  /(?<=\w:\/\/)[^\s/]*(?=@)/g,
];

/**
 * Returns a log line in which `secrets`, API keys, their hashes, and user and password in URLs are replaced by
 * `[redacted]`. Parses the JSON first, because an escaped secret would not be found in the JSON text.
 */
function redactLine(line: string, secrets: readonly RegExp[]): string {
  const patterns = [...secrets, ...alwaysRedacted];
  const redact = (_name: string, value: unknown) =>
    typeof value === 'string'
      ? redactKeys(patterns.reduce((text, each) => text.replaceAll(each, '[redacted]'), value))
      : value;
  return `${JSON.stringify(JSON.parse(line, redact))}\n`;
}

/** Returns a pattern that matches a secret where it stands alone, and not as a part of another word. */
function toPattern(secret: string): RegExp {
  const escaped = secret.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  return new RegExp(`(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])`, 'g');
}
