/** The connection to Redis of the commands that a person runs. */
import { Cluster, Redis } from 'ioredis';
import { describeRedis, parseRedisUrl, type RedisPlace } from '../../contract/redis-url.ts';

/** One server, found by its address or by Sentinel, or a Cluster. */
export type RedisConnection = Redis | Cluster;

const impatient = { connectTimeout: 2000, lazyConnect: true, maxRetriesPerRequest: 0 } as const;

/**
 * A connection that gives up at once: whoever runs the command sees why. Throws an `Error` that names
 * hosts alone, since the address may hold a password.
 */
export async function connect(url: string): Promise<RedisConnection> {
  const place = readPlace(url);
  const redis = create(place);
  let reason: string | undefined;
  const remember = ({ message }: Error) => {
    reason = message;
  };
  redis.on('error', remember).on('node error', remember);
  try {
    await redis.connect();
  } catch (cause) {
    redis.disconnect();
    reason ??= (cause as Error).message;
    throw new Error(`cannot reach Redis at ${describeRedis(place)} (${reason})`, { cause });
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
