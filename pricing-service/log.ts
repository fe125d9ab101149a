/**
 * What the service tells its operator: one JSON object a line, by pino. Never a key, never a hash of
 * one, never a password of Redis, wherever in an error they stand (decision 39).
 */
import { performance } from 'node:perf_hooks';
import { inspect } from 'node:util';
import { LRUCache } from 'lru-cache';
import { type DestinationStream, destination, pino, stdTimeFunctions } from 'pino';
import { hideKeys } from '../contract/api-key.ts';
import { redisKeys } from '../contract/redis-keys.ts';

export interface Log {
  info(event: string, facts?: Readonly<Record<string, unknown>>): void;
  error(event: string, error: unknown, facts?: Readonly<Record<string, unknown>>): void;
}

/** Bytes of lines that wait while standard output takes none, on a full disk for example. */
const maxWaitingBytes = 1024 * 1024;

/** Errors below errors that are told, at most; causes may go round in a circle. */
const maxDepth = 5;

/** While Redis is away every request has the same fault: a stack that was told is left out for so long. */
const repeatStackMs = 60_000;

/** Stacks that are remembered to have been told, at most. */
const maxStacks = 100;

/**
 * A log that writes lines to a stream such as `process.stderr`. `secrets` are texts that no line may
 * hold; texts that look like a key, like a hash of one or like a URL's password are never in one. Every
 * error is told, with its causes; a stack once a minute. `now` gives milliseconds, never going back.
 */
export function createLog(
  stream: DestinationStream,
  secrets: readonly string[] = [],
  now: () => number = () => performance.now(),
): Log {
  const logger = pino(
    {
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      hooks: { streamWrite: (line) => redactLine(line, secrets) },
    },
    stream,
  );
  const tellStack = createStackTeller(now);
  return {
    info: (event, facts) => logger.info({ event, ...facts }),
    error: (event, error, facts) => logger.error({ event, ...facts, ...explain(error, tellStack) }),
  };
}

type TellStack = (stack: string | undefined) => string | undefined;

/** Gives back a stack that was not told lately. */
function createStackTeller(now: () => number): TellStack {
  const toldAt = new LRUCache<string, number>({ max: maxStacks });
  return (stack) => {
    if (stack === undefined) return undefined;
    const moment = now();
    if (moment - (toldAt.get(stack) ?? Number.NEGATIVE_INFINITY) < repeatStackMs) return undefined;
    toldAt.set(stack, moment);
    return stack;
  };
}

/**
 * Standard output, written at once: a line is out before the process can end. Nobody who reads it, or a
 * full disk, costs lines and nothing else.
 */
export function openStandardOutput(): DestinationStream {
  const output = destination({ dest: 1, sync: true, maxLength: maxWaitingBytes });
  // There is no other place to tell this at.
  output.on('error', () => {});
  return output;
}

function explain(
  error: unknown,
  tellStack: TellStack,
  depth = 0,
): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) {
    return { message: typeof error === 'string' ? error : inspect(error, { depth: 1 }) };
  }
  // Not what else an error holds: ioredis puts a refused command's arguments there.
  const { message, cause } = error;
  const stack = tellStack(error.stack);
  const inner = error instanceof AggregateError ? error.errors : [];
  if (depth === maxDepth) return { message, stack };
  return {
    message,
    stack,
    ...(cause !== undefined && { cause: explain(cause, tellStack, depth + 1) }),
    ...(inner.length > 0 && { errors: inner.map((each) => explain(each, tellStack, depth + 1)) }),
  };
}

const neverTold = [
  // Redis tells the arguments of a command that it refuses, and cuts them: here a hash.
  new RegExp(`(?<=${redisKeys.key('').replace(/[{}]/g, '\\$&')})[0-9a-f]+`, 'gi'),
  // User and password of a URL.
  /(?<=\w:\/\/)[^\s/]*(?=@)/g,
];

/** Looks at each text as it was before it was escaped, so that an escape hides nothing. */
function redactLine(line: string, secrets: readonly string[]): string {
  const redact = (_name: string, value: unknown) =>
    typeof value === 'string' ? redactText(value, secrets) : value;
  return `${JSON.stringify(JSON.parse(line, redact))}\n`;
}

function redactText(text: string, secrets: readonly string[]): string {
  const rest = [...secrets, ...neverTold].reduce<string>(
    (told, secret) => told.replaceAll(secret, '[redacted]'),
    text,
  );
  return hideKeys(rest);
}
