/** The connection to Redis: it fails fast, so that no request hangs on it, and comes back by itself. */
import { Redis } from 'ioredis';
import type { Log } from './log.ts';

/** Longest wait of a request for one answer of Redis: a frozen server is noticed at the first one. */
const patienceMs = 350;

/** After this long without an answer the connection is made anew, its greeting included. */
const silenceMs = 5000;

/** Connects to Redis; commands sent while it is away are refused at once, not queued. */
export function createRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    commandTimeout: silenceMs,
    connectTimeout: 1000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 50, 1000),
  });
  redis.on('error', (error: Error) => log.error('redis_error', error));
  return redis;
}

/**
 * An answer of Redis, or a rejection when it takes too long. Time runs out only after what has
 * arrived was read: ioredis's own `commandTimeout` takes a busy event loop for a slow server.
 */
export async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const refuse = () => reject(new Error(`Redis did not answer within ${patienceMs} ms`));
    // Sockets are read between a timer and an immediate.
    timer = setTimeout(() => setImmediate(refuse), patienceMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
