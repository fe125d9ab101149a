/** The connection to Redis: it fails fast, so that no request hangs on it, and comes back by itself. */
import { Redis } from 'ioredis';
import type { Log } from './log.ts';

/** Longest wait for one answer of Redis: a frozen server is noticed at the first one. */
const commandTimeoutMs = 400;

/** Connects to Redis; commands sent while it is away are refused at once, not queued. */
export function createRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    commandTimeout: commandTimeoutMs,
    connectTimeout: 1000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 50, 1000),
  });
  redis.on('error', (error: Error) => log.error('redis_error', error));
  return redis;
}
