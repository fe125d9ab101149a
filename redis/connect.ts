/** Creates all Redis clients of the project, for one server or for the primary that Sentinels name. */
import { Redis, type RedisOptions } from 'ioredis';
import { ExpectedError } from '../console/errors.ts';
import { parseRedisUrl, passwordsIn, type RedisEndpoint } from './redis-url.ts';

/**
 * Thrown if Redis cannot be reached, is not ready in time or refuses the database of the URL. The message contains
 * hosts and a reason, but no password; there is no `cause`, because the errors of ioredis may contain a password.
 */
export class UnreachableError extends ExpectedError {
  override readonly name = 'UnreachableError';

  constructor(url: string, error: NodeJS.ErrnoException) {
    // A server that does not know AUTH repeats its arguments.
    const reason = passwordsIn(url).reduce(
      (text, password) => text.replaceAll(password, '…'),
      reasonOf(error),
    );
    const { options, address } = parseRedisUrl(url);
    const failure = isDatabaseRefused(error) ? `use database ${options.db} of` : 'reach';
    super(`cannot ${failure} Redis at ${address} (${reason})`);
  }
}

/**
 * Options of every client; times are in milliseconds. `socketTimeout` limits the wait for data while a command is
 * pending. `disableClientInfo` prevents CLIENT SETINFO at each connection: Redis 7.2 and Valkey would log an ACL
 * violation for a user without permission for this command, and Redis 7.0 does not know it.
 */
const commonOptions = {
  disableClientInfo: true,
  maxRetriesPerRequest: 0,
  socketTimeout: 5000,
} satisfies RedisOptions;

/** Returns the milliseconds to wait after a failed attempt to connect; `attempt` is its number, from 1. */
const reconnectDelayMs = (attempt: number) => Math.min(attempt * 50, 1000);

/**
 * Options of a client that reconnects. While the connection is down, a command fails at once and is not queued. There
 * is no `commandTimeout`, because it would reject replies that have arrived while the event loop was busy.
 */
const reconnectingOptions = {
  ...commonOptions,
  connectTimeout: 1000,
  enableOfflineQueue: false,
  sentinelCommandTimeout: 1000,
  autoResubscribe: false,
  // A server that is no longer the primary: Sentinel or the host name of a managed service names the new one.
  reconnectOnError: ({ message }) => /^(READONLY|MASTERDOWN) /.test(message),
  retryStrategy: reconnectDelayMs,
  sentinelReconnectStrategy: () => 1000,
} satisfies RedisOptions;

/**
 * Options of the connection of a command, which opens when `connect()` is called, closes at its first error and never
 * reconnects. `disconnectTimeout` is 0, so that a command ends at once after its work.
 */
const commandOptions = {
  ...commonOptions,
  connectTimeout: 5000,
  disconnectTimeout: 0,
  sentinelCommandTimeout: 5000,
  lazyConnect: true,
  retryStrategy: () => null,
  sentinelRetryStrategy: () => null,
} satisfies RedisOptions;

/**
 * Returns a client that connects at once and reconnects whenever the connection is lost, until the caller closes it; to
 * the new primary after a failover of a Sentinel group. While there is no connection, commands are rejected at once. A
 * server that refuses the database of the URL counts as unreachable. `onError` receives connection errors. Throws an
 * `Error` if the URL is invalid.
 */
export function createReconnectingClient(url: string, onError: (error: Error) => void): Redis {
  const { options } = parseRedisUrl(url);
  const failoverDetector = options.sentinels !== undefined;
  const redis = new Redis({ ...options, ...reconnectingOptions, failoverDetector });
  reconnectAfterEnd(closeIfDatabaseRefused(redis));
  return redis.on('error', onError);
}

/** Closes a connection whose server refuses the database of the URL; ioredis itself would continue in database 0. */
function closeIfDatabaseRefused(redis: Redis): Redis {
  // This event comes before the client is ready.
  return redis.on('error', (error) => {
    if (isDatabaseRefused(error)) redis.disconnect(true);
  });
}

/** Returns true if the server has refused the database of the URL: the error is the reply to the command SELECT. */
function isDatabaseRefused(error: Error & { readonly command?: { readonly name: string } }) {
  return error.command?.name === 'select';
}

/**
 * Reconnects after ioredis has stopped retrying, which happens if a failover is announced during a connection attempt:
 * it then emits `end` without `close`. If the connection is closed on purpose, it emits `close` first.
 */
function reconnectAfterEnd(redis: Redis): void {
  let wasClosed = false;
  redis.on('connecting', () => {
    wasClosed = false;
  });
  redis.on('close', () => {
    wasClosed = true;
  });
  redis.on('end', () => {
    // A rejection repeats the `error` event.
    if (!wasClosed) setTimeout(() => redis.connect().catch(() => {}), reconnectDelayMs(1));
  });
}

/**
 * Opens a Redis connection for a command; the caller closes it. It does not reconnect, and fails if the server sends
 * nothing for five seconds while a command is pending. `readyTimeoutMs` limits the time until the server has loaded its
 * data. Rejects with `UnreachableError`, and with `ExpectedError` if the URL is invalid.
 */
export async function openConnection(url: string, readyTimeoutMs = 10_000): Promise<Redis> {
  const redis = closeIfDatabaseRefused(
    new Redis({ ...readEndpoint(url).options, ...commandOptions }),
  );
  let reason: Error | undefined;
  redis.on('error', (error) => {
    reason = error;
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const message = `not ready within ${readyTimeoutMs / 1000} seconds`;
    timer = setTimeout(() => reject(new Error(message)), readyTimeoutMs);
  });
  try {
    await Promise.race([redis.connect(), late]);
  } catch (error) {
    redis.disconnect();
    // The message of the rejection is often only that the connection is closed.
    throw new UnreachableError(url, reason ?? (error as Error));
  } finally {
    clearTimeout(timer);
  }
  return redis;
}

/**
 * Opens a Redis connection, calls `work` with it, closes the connection, and returns the result of `work`. Throws the
 * errors of `openConnection`. If Redis refuses a command or the connection breaks, throws an `ExpectedError` whose
 * message begins with `failure`; rethrows other errors of `work`.
 */
export async function withRedis<Result>(
  url: string,
  failure: string,
  work: (redis: Redis) => Promise<Result>,
): Promise<Result> {
  const redis = await openConnection(url);
  try {
    return await work(redis);
  } catch (cause) {
    const { name, message } = cause as Error;
    const isOfRedis = name === 'ReplyError' || redis.status !== 'ready';
    if (cause instanceof ExpectedError || !isOfRedis) throw cause;
    throw new ExpectedError(`${failure}: ${message}`, { cause });
  } finally {
    redis.disconnect();
  }
}

function readEndpoint(url: string): RedisEndpoint {
  try {
    return parseRedisUrl(url);
  } catch (error) {
    // Without a cause, because an error about a URL contains the URL and its password.
    throw new ExpectedError(`REDIS_URL ${(error as Error).message}`);
  }
}

/**
 * Returns the message of a connection error, or an explanation if the answer was not in the protocol of Redis. If
 * several addresses fail, Node.js throws an `AggregateError` without a message; then returns that of its first error.
 */
function reasonOf(error: NodeJS.ErrnoException): string {
  const [first] = error instanceof AggregateError ? error.errors : [];
  if (/^Unknown RESP type /.test(error.message)) {
    return 'what answers is not Redis, or it uses TLS: then the URL begins with rediss://';
  }
  return first?.message || error.message || error.code || 'no answer';
}
