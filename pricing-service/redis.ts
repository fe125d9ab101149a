/** The connection to Redis: it fails fast, so that no request hangs on it, and comes back by itself. */
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { parseRedisUrl } from '../contract/redis-url.ts';
import { defaultTimeoutMs } from './accounts/bounds.ts';
import type { Log } from './log.ts';

/** One server, found by its address or by Sentinel, or a Cluster. */
export type RedisConnection = Redis | Cluster;

/** After this long without an answer the connection is made anew, its greeting included. */
const silenceMs = 5000;

/**
 * What a server says that is not the primary any more. Whoever is told so connects anew: Sentinel, or the
 * name that a managed service gives its primary, leads elsewhere by then.
 */
const steppedDown = /^(READONLY|MASTERDOWN) /;

/** Commands sent while Redis is away are refused at once, not queued. */
const impatient = {
  commandTimeout: silenceMs,
  connectTimeout: 1000,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  sentinelCommandTimeout: 1000,
  socketTimeout: silenceMs,
} satisfies RedisOptions;

const delayOf = (attempt: number) => Math.min(attempt * 50, 1000);

/**
 * Connects to the Redis of a `REDIS_URL`. Only primaries are asked. Behind Sentinel the connection follows
 * the primary: it is told of a failover, and asks again when the server it has found is none.
 */
export function createRedis(url: string, log: Log): RedisConnection {
  const place = parseRedisUrl(url);
  const redis =
    place.kind === 'cluster'
      ? new Cluster(place.nodes, {
          clusterRetryStrategy: delayOf,
          enableOfflineQueue: false,
          redisOptions: { ...place.options, ...impatient },
        })
      : new Redis({
          ...place.options,
          ...impatient,
          failoverDetector: place.kind === 'sentinel',
          reconnectOnError: ({ message }) => steppedDown.test(message),
          retryStrategy: delayOf,
          sentinelReconnectStrategy: () => 1000,
        });
  redis.on('error', (error: Error) => log.error('redis_error', error));
  redis.on('node error', (error: Error) => log.error('redis_error', error));
  if (redis instanceof Redis) beginAgain(redis);
  return redis;
}

/**
 * Connects anew where ioredis has given up for good: it does so when it is told of a failover while it is
 * connecting, which is when one is told. It ends without having been closed then; whoever ends a connection
 * on purpose closes it first.
 */
function beginAgain(redis: Redis): void {
  let wasClosed = false;
  redis.on('connecting', () => {
    wasClosed = false;
  });
  redis.on('close', () => {
    wasClosed = true;
  });
  redis.on('end', () => {
    // Why it fails is told by its event.
    if (!wasClosed) setTimeout(() => redis.connect().catch(() => {}), delayOf(1));
  });
}

/**
 * A connection of its own for listening, which ends with its first fault; behind Sentinel to the primary,
 * of a Cluster to one of its nodes, another each time.
 */
export function createListener(url: string): Redis {
  const place = parseRedisUrl(url);
  const never = () => null;
  const node =
    place.kind === 'cluster'
      ? { ...place.options, ...place.nodes[Math.floor(Math.random() * place.nodes.length)] }
      : place.options;
  return new Redis({
    ...node,
    ...impatient,
    autoResubscribe: false,
    lazyConnect: true,
    retryStrategy: never,
    sentinelRetryStrategy: never,
  });
}

/** Returns an answer of Redis; rejects if it takes too long. */
export type InTime = <Answer>(answer: Promise<Answer>) => Promise<Answer>;

/**
 * Creates the wait for answers. Time runs out only after what has arrived was read: ioredis's own
 * `commandTimeout` takes a busy event loop for a slow server.
 */
export function createInTime(timeoutMs = defaultTimeoutMs): InTime {
  return async (answer) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const message = `Redis did not answer within ${timeoutMs} ms (REDIS_TIMEOUT_MS)`;
      const refuse = () => reject(new Error(message));
      // Sockets are read between a timer and an immediate.
      timer = setTimeout(() => setImmediate(refuse), timeoutMs);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
