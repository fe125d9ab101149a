/** The connection to Redis of the commands that a person runs. */
import { Redis } from 'ioredis';

/** Where Redis is looked for when nothing names it. */
export const defaultRedisUrl = 'redis://127.0.0.1:6379';

/** A connection that gives up at once: whoever runs the command sees why. */
export async function connect(url: string): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 2000,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  let reason = 'no answer';
  redis.on('error', ({ message }: Error) => {
    reason = message;
  });
  try {
    await redis.connect();
  } catch (cause) {
    redis.disconnect();
    // The host alone: a URL may hold a password.
    throw new Error(`cannot reach Redis at ${new URL(url).host} (${reason})`, { cause });
  }
  return redis;
}
