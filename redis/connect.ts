/**
 * Creates all Redis clients of the project, for one server, a primary behind Sentinel, or a
 * Cluster. The pricing service keeps a connection and a subscription open; a command opens a
 * connection while it runs.
 */
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { ExpectedError } from '../console/errors.ts';
import { describeEndpoint, parseRedisUrl, passwordsIn, type RedisEndpoint } from './redis-url.ts';

/** A Redis connection: to one server, which is found by its address or by Sentinel, or to a Cluster. */
export type RedisConnection = Redis | Cluster;

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
    const endpoint = parseRedisUrl(url);
    const failure =
      endpoint.kind !== 'cluster' && isDatabaseRefused(error)
        ? `use database ${endpoint.options.db} of`
        : 'reach';
    super(`cannot ${failure} Redis at ${describeEndpoint(endpoint)} (${reason})`);
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

/**
 * Options of the pricing service: while the connection is down, a command fails at once and is not queued. There is no
 * `commandTimeout`, because it would reject replies that have arrived while the event loop was busy. Instead,
 * `createWithTimeout` of the service limits the wait of requests, and `socketTimeout` closes a connection on which no
 * reply comes.
 */
const serviceOptions = {
  ...commonOptions,
  connectTimeout: 1000,
  enableOfflineQueue: false,
  sentinelCommandTimeout: 1000,
} satisfies RedisOptions;

/**
 * Options of the connection that a command-line command opens. Connecting may take longer than in the service.
 * `disconnectTimeout` is the time that ioredis waits until the server has closed its side too; it is 0, so that a
 * command ends at once after its work.
 */
const commandOptions = {
  ...commonOptions,
  connectTimeout: 5000,
  disconnectTimeout: 0,
  sentinelCommandTimeout: 5000,
} satisfies RedisOptions;

const neverRetry = () => null;

/** Options of a connection that opens when `connect()` is called, closes at its first error and never reconnects. */
const singleUse = {
  lazyConnect: true,
  retryStrategy: neverRetry,
  sentinelRetryStrategy: neverRetry,
} satisfies RedisOptions;

/** Returns the milliseconds to wait after a failed attempt to connect; `attempt` is its number, from 1. */
const reconnectDelayMs = (attempt: number) => Math.min(attempt * 50, 1000);

/**
 * Matches the errors that a server sends when it is no longer the primary. When such an error arrives, Sentinel or the
 * host name of a managed service already points to the new primary, so that reconnecting helps.
 */
const notPrimaryError = /^(READONLY|MASTERDOWN) /;

/**
 * Returns a client for the server, Sentinel group or Cluster that `url` (a `REDIS_URL`) names. In a Sentinel group, it
 * uses the primary, also after a failover. The client connects at once and reconnects whenever the connection is lost,
 * until the caller closes it. While there is no connection, commands are rejected at once. A server that refuses the
 * database of the URL counts as unreachable. `onError` receives connection errors. Throws an `Error` if the URL is
 * invalid.
 */
export function createReconnectingClient(
  url: string,
  onError: (error: Error) => void,
): RedisConnection {
  const endpoint = parseRedisUrl(url);
  const redis =
    endpoint.kind === 'cluster'
      ? new Cluster(endpoint.nodes, {
          clusterRetryStrategy: reconnectDelayMs,
          enableOfflineQueue: false,
          redisOptions: { ...endpoint.options, ...serviceOptions },
        })
      : closeIfDatabaseRefused(
          new Redis({
            ...endpoint.options,
            ...serviceOptions,
            failoverDetector: endpoint.kind === 'sentinel',
            reconnectOnError: ({ message }) => notPrimaryError.test(message),
            retryStrategy: reconnectDelayMs,
            sentinelReconnectStrategy: () => 1000,
          }),
        );
  redis.on('error', onError).on('node error', onError);
  if (redis instanceof Redis) reconnectAfterEnd(redis);
  return redis;
}

/**
 * From now on, closes the connection of a client if the server refuses the database of the URL; ioredis itself would
 * continue in database 0. Returns the client.
 */
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
 * Reconnects after ioredis has stopped retrying, which happens if a failover is announced during a connection
 * attempt. ioredis then emits `end` without `close`. If the connection is closed on purpose, ioredis emits
 * `close` first, and nothing is done.
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
 * Returns a connection for one pub/sub subscription. The caller opens it with `connect()`; it closes at its
 * first error and does not reconnect. In a Cluster it uses a random node, because every node delivers every
 * message. Throws an `Error` if the URL is invalid.
 */
export function createSubscriber(url: string): Redis {
  const endpoint = parseRedisUrl(url);
  const options =
    endpoint.kind === 'cluster'
      ? {
          ...endpoint.options,
          ...endpoint.nodes[Math.floor(Math.random() * endpoint.nodes.length)],
        }
      : endpoint.options;
  return closeIfDatabaseRefused(
    new Redis({ ...options, ...serviceOptions, ...singleUse, autoResubscribe: false }),
  );
}

/**
 * Opens a Redis connection for a command-line command; the caller closes it. It does not reconnect, and fails if the
 * server sends nothing for five seconds while a command is pending. `readyTimeoutMs`, if given, limits the time until
 * the server is ready and has loaded its data. Rejects with `UnreachableError` if the server cannot be reached, is
 * not ready in time or refuses the database, and with `ExpectedError` if the URL is invalid.
 */
export async function openConnection(
  url: string,
  { readyTimeoutMs }: { readonly readyTimeoutMs?: number } = {},
): Promise<RedisConnection> {
  const endpoint = readEndpoint(url);
  const redis = createCommandClient(endpoint);
  let reason: Error | undefined;
  const remember = (error: Error) => {
    reason = error;
  };
  redis.on('error', remember).on('node error', remember);
  try {
    await whenConnected(redis, readyTimeoutMs);
  } catch (error) {
    redis.disconnect();
    // The message of the rejection is often only that the connection is closed.
    throw new UnreachableError(url, reason ?? (error as Error));
  }
  return redis;
}

async function whenConnected(redis: RedisConnection, timeoutMs: number | undefined): Promise<void> {
  const connected = redis.connect();
  if (timeoutMs === undefined) return connected;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const message = `not ready within ${timeoutMs / 1000} seconds`;
    timer = setTimeout(() => reject(new Error(message)), timeoutMs);
  });
  try {
    await Promise.race([connected, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Opens a Redis connection, calls `work` with it, closes the connection, and returns the result of `work`.
 * Throws `UnreachableError` if Redis cannot be reached or refuses the database, and an `ExpectedError` if the URL is
 * invalid. If Redis refuses a command or the connection breaks, throws an `ExpectedError` whose message begins with
 * `failure`. Other errors of `work` are rethrown unchanged.
 */
export async function withRedis<Result>(
  url: string,
  failure: string,
  work: (redis: RedisConnection) => Promise<Result>,
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

function createCommandClient(endpoint: RedisEndpoint): RedisConnection {
  if (endpoint.kind !== 'cluster') {
    return closeIfDatabaseRefused(
      new Redis({ ...endpoint.options, ...commandOptions, ...singleUse }),
    );
  }
  return new Cluster(endpoint.nodes, {
    lazyConnect: true,
    clusterRetryStrategy: neverRetry,
    redisOptions: { ...endpoint.options, ...commandOptions, lazyConnect: true },
  });
}

/** Matches the error of ioredis for bytes that are not in the protocol of Redis. */
const foreignAnswer = /^Unknown RESP type /;

/**
 * Returns the message of a connection error, or an explanation if the answer was not in the protocol of Redis. If
 * several addresses fail, Node.js throws an `AggregateError` without a message; then returns the message of its first
 * error.
 */
function reasonOf(error: NodeJS.ErrnoException): string {
  const [first] = error instanceof AggregateError ? error.errors : [];
  if (foreignAnswer.test(error.message)) {
    return 'what answers is not Redis, or it uses TLS: then the URL begins with rediss://';
  }
  return first?.message || error.message || error.code || 'no answer';
}
