/** The connection to Redis of the commands that a person runs. */
import { Cluster, Redis } from 'ioredis';
import { describeRedis, parseRedisUrl, type RedisPlace } from '../../contract/redis-url.ts';

/** One server, found by its address or by Sentinel, or a Cluster. */
export type RedisConnection = Redis | Cluster;

/** Thrown when Redis cannot be reached. The message names hosts alone: the address may hold a password. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  /** Whether nobody listens at the address; after any other failure somebody may be there. */
  readonly isRefused: boolean;

  constructor(place: RedisPlace, { code, message }: NodeJS.ErrnoException) {
    super(`cannot reach Redis at ${describeRedis(place)} (${message})`);
    this.isRefused = code === 'ECONNREFUSED';
  }
}

/** In milliseconds; a command on its way counts as silence until something of an answer comes. */
const impatient = {
  connectTimeout: 2000,
  lazyConnect: true,
  maxRetriesPerRequest: 0,
  sentinelCommandTimeout: 2000,
  socketTimeout: 5000,
} as const;

/**
 * A connection that gives up at the first failure, and on a server that is silent for five seconds, so
 * that whoever runs the command sees why. Throws `UnreachableError`, and an `Error` for an address
 * that cannot be read.
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
    // What the rejection says is often no more than that the connection is closed.
    throw new UnreachableError(place, reason ?? (error as Error));
  }
  return redis;
}

function readPlace(url: string): RedisPlace {
  try {
    return parseRedisUrl(url);
  } catch (error) {
    throw new Error(`REDIS_URL ${(error as Error).message}`);
  }
}

function create(place: RedisPlace): RedisConnection {
  if (place.kind === 'cluster') {
    return new Cluster(place.nodes, {
      lazyConnect: true,
      clusterRetryStrategy: () => null,
      redisOptions: { ...place.options, ...impatient },
    });
  }
  const never = () => null;
  return new Redis({
    ...place.options,
    ...impatient,
    retryStrategy: never,
    sentinelRetryStrategy: never,
  });
}
