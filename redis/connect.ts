/** Creates all Redis clients of the project, for one server or for the primary that Sentinels name. */
import { Redis, type RedisOptions } from 'ioredis';
import { ExpectedError } from '../console/errors.ts';
import { parseRedisUrl, passwordsIn } from './redis-url.ts';

/**
 * Thrown if Redis cannot be reached, is not ready in time or refuses the database. Has no password,
 * and no `cause`, because the errors of ioredis may contain one.
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
 * Options of every client; times are in milliseconds. `disableClientInfo`: without permission for
 * CLIENT SETINFO, Redis would log an ACL violation, and Redis 7.0 does not know it.
 */
const commonOptions = {
  disableClientInfo: true,
  maxRetriesPerRequest: 0,
  socketTimeout: 5000,
} satisfies RedisOptions;

const reconnectDelayMs = (attempt: number) => Math.min(attempt * 50, 1000);

/**
 * Options of a client that reconnects; while it is not connected, commands fail at once. No
 * `commandTimeout`, which would reject replies that have arrived while the event loop was busy.
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

/** Options of the connection of a command, which never reconnects and ends at once. */
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
 * Returns a client that connects at once, and again whenever the connection is lost, also to the
 * new primary of a Sentinel group. `onError` receives connection errors. Throws an `Error` if the
 * URL is invalid.
 */
export function createReconnectingClient(url: string, onError: (error: Error) => void): Redis {
  const { options } = parseRedisUrl(url);
  const failoverDetector = 'sentinels' in options;
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

/** The error is the reply to the command SELECT. */
function isDatabaseRefused(error: Error & { readonly command?: { readonly name: string } }) {
  return error.command?.name === 'select';
}

/** ioredis stops retrying if a failover is announced while it connects: `end` without `close`. */
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
 * Opens a connection for a command; the caller closes it. `readyTimeoutMs` limits the time until
 * the server has loaded its data. Throws `UnreachableError`, or `ExpectedError` for an invalid URL.
 */
export async function openConnection(url: string, readyTimeoutMs = 10_000): Promise<Redis> {
  const redis = closeIfDatabaseRefused(new Redis({ ...readOptions(url), ...commandOptions }));
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
 * Calls `work` with a connection. If Redis refuses a command or the connection breaks, throws an
 * `ExpectedError` whose message begins with `failure`.
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

function readOptions(url: string) {
  try {
    return parseRedisUrl(url).options;
  } catch (error) {
    // Without a cause, because an error about a URL contains the URL and its password.
    throw new ExpectedError(`REDIS_URL ${(error as Error).message}`);
  }
}

/** Explains what is not Redis; of an `AggregateError`, which has no message, returns the first. */
function reasonOf(error: NodeJS.ErrnoException): string {
  const [first] = error instanceof AggregateError ? error.errors : [];
  if (/^Unknown RESP type /.test(error.message)) {
    return 'what answers is not Redis, or it uses TLS: then the URL begins with rediss://';
  }
  return first?.message || error.message || error.code || 'no answer';
}
