/** The command's connection to Redis. */
import { once } from 'node:events';
import type { Connection } from '../accounts/registry/change.ts';
import { createRedis } from '../redis.ts';
import { RedisAway } from './failures.ts';

/** How long Redis may take until it is ready, in milliseconds. */
const patienceMs = 3000;

/** A connection that is ready. Rejects with `RedisAway` at the first failure, or after three seconds. */
export async function connect(url: string): Promise<Connection> {
  // Errors reach whoever waits for an answer.
  const redis = createRedis(url, { info() {}, error() {} });
  try {
    await once(redis, 'ready', { signal: AbortSignal.timeout(patienceMs) });
    return redis;
  } catch (cause) {
    redis.disconnect();
    throw new RedisAway(reasonOf(cause as NodeJS.ErrnoException), { cause });
  }
}

/** Of several addresses that were tried, Node.js gives an error without a message. */
function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.name === 'AbortError') return `not ready within ${patienceMs / 1000} seconds`;
  const [first] = error instanceof AggregateError ? error.errors : [];
  return first?.message || error.message || error.code || 'no answer';
}
