/** The Redis connection of commands that a person runs. */
import { Cluster, Redis } from 'ioredis';
import { ExpectedError } from '../../console/errors.ts';
import { describeRedis, parseRedisUrl, type RedisPlace } from '../../contract/redis-url.ts';

/** A connection to one server, found by its address or by Sentinel, or to a Cluster. */
export type RedisConnection = Redis | Cluster;

/**
 * Thrown if Redis cannot be reached. The message contains hosts only, and there is no `cause`: the URL and the
 * errors of ioredis may contain a password.
 */
export class UnreachableError extends ExpectedError {
  override readonly name = 'UnreachableError';
  /** True if the connection was refused: no server listens at the address. */
  readonly isRefused: boolean;

  constructor(place: RedisPlace, { code, message }: NodeJS.ErrnoException) {
    super(`cannot reach Redis at ${describeRedis(place)} (${message})`);
    this.isRefused = code === 'ECONNREFUSED';
  }
}

/** Times in milliseconds. `socketTimeout` is the longest time without data while a command is pending. */
const failFast = {
  connectTimeout: 2000,
  lazyConnect: true,
  maxRetriesPerRequest: 0,
  sentinelCommandTimeout: 2000,
  socketTimeout: 5000,
} as const;

/**
 * Connects to Redis. The connection does not retry, and fails if the server sends nothing for five seconds, so
 * that the command can print the reason. Throws `UnreachableError`, and `ExpectedError` if the URL is invalid.
 */
export async function connect(url: string): Promise<RedisConnection> {
  const place = readPlace(url);
  const redis = create(place);
  let reason: Error | undefined;
  const remember = (error: Error) => {
    reason = error;
  };
  redis.on('error', remember).on('node error', remember);
  try {
    await redis.connect();
  } catch (error) {
    redis.disconnect();
    // The rejection often says only that the connection is closed.
    throw new UnreachableError(place, reason ?? (error as Error));
  }
  return redis;
}

/**
 * Does some work over a connection that is closed afterwards. Throws what `connect` throws; an `ExpectedError` that
 * begins with `failure` if Redis refuses a command or the connection breaks; other errors of `work` as they are.
 */
export async function withRedis<Result>(
  url: string,
  failure: string,
  work: (redis: RedisConnection) => Promise<Result>,
): Promise<Result> {
  const redis = await connect(url);
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

function readPlace(url: string): RedisPlace {
  try {
    return parseRedisUrl(url);
  } catch (error) {
    // Without a cause: a URL error contains the URL, and so the password.
    throw new ExpectedError(`REDIS_URL ${(error as Error).message}`);
  }
}

function create(place: RedisPlace): RedisConnection {
  if (place.kind === 'cluster') {
    return new Cluster(place.nodes, {
      lazyConnect: true,
      clusterRetryStrategy: () => null,
      redisOptions: { ...place.options, ...failFast },
    });
  }
  const never = () => null;
  return new Redis({
    ...place.options,
    ...failFast,
    retryStrategy: never,
    sentinelRetryStrategy: never,
  });
}
