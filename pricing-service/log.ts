/**
 * The log of the service: one JSON object per line, by pino, without keys, hashes and passwords.
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

/** `event` names what has happened, such as `redis_error`; `facts` are members of the entry. */
export interface Log {
  info(event: string, facts?: Readonly<Record<string, unknown>>): void;
  error(event: string, error: unknown, facts?: Readonly<Record<string, unknown>>): void;
}

/** Maximum bytes of buffered lines while standard output is blocked, for example by a full disk. */
const maxBufferedBytes = 1024 * 1024;

/** Causes may be circular. */
const maxDepth = 5;

/** While Redis is unavailable every request fails in the same way. */
const repeatStackMs = 60_000;

/**
 * Creates a log that redacts `secrets`, API keys, their hashes and logins of URLs. Errors have
 * their causes; the same stack is logged once a minute. `now` returns monotonic milliseconds.
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

/** Returns the route and the id that nginx sends and writes to its access log, or an empty one. */
export function requestFacts(request: IncomingMessage): { route: string; requestId: string } {
  return {
    route: routeOfRequest(request),
    requestId: String(request.headers['x-request-id'] ?? ''),
  };
}

/** Returns a filter that drops a stack which it has returned within the last minute. */
function createStackFilter(now: () => number) {
  const loggedAt = new LRUCache<string, number>({ max: 100 });
  return (stack: string | undefined): string | undefined => {
    if (stack === undefined) return undefined;
    const time = now();
    if (time - (loggedAt.get(stack) ?? Number.NEGATIVE_INFINITY) < repeatStackMs) return undefined;
    loggedAt.set(stack, time);
    return stack;
  };
}

/**
 * Writes synchronously, so that no line is lost when the process ends; drops what cannot be
 * written.
 */
export function openStandardOutput(): DestinationStream {
  const output = destination({ dest: 1, sync: true, maxLength: maxBufferedBytes });
  // An error of the log cannot be logged.
  output.on('error', () => {});
  return output;
}

function serializeError(
  error: unknown,
  filterStack: ReturnType<typeof createStackFilter>,
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

/** Parses the JSON first, because an escaped secret would not be found in its text. */
function redactLine(line: string, secrets: readonly RegExp[]): string {
  const patterns = [...secrets, ...alwaysRedacted];
  const redact = (_name: string, value: unknown) =>
    typeof value === 'string'
      ? redactKeys(patterns.reduce((text, each) => text.replaceAll(each, '[redacted]'), value))
      : value;
  return `${JSON.stringify(JSON.parse(line, redact))}\n`;
}

/** Matches a secret where it stands alone, and not as a part of another word. */
function toPattern(secret: string): RegExp {
  const escaped = secret.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  return new RegExp(`(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])`, 'g');
}
