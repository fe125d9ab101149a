/**
 * Keys and accounts in Redis, as the service reads them with plain commands. Its Redis user may
 * write only the days of last use.
 */
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { redisKeys } from '../contract/redis-keys.ts';
import { createReconnectingClient } from '../redis/connect.ts';
import type { AccountStore } from './key-check.ts';
import type { Log } from './log.ts';
import { NoAccountsError } from './registry/failures.ts';
import { readTogether, toMilliseconds } from './registry/read-replies.ts';
import { msUntilRevocation } from './registry/records.ts';

/** Rejects if the reply takes too long or is an error. */
export type WithTimeout = <Reply>(reply: Promise<Reply>) => Promise<Reply>;

/** Default of `REDIS_TIMEOUT_MS`, its minimum and its maximum. A check of a key waits for two replies. */
export const timeoutMs = { default: 350, min: 50, max: 3000 } as const;

/**
 * Limits the wait for a reply. One that has arrived but was not read yet, because the event loop
 * was busy, is accepted; ioredis's own `commandTimeout` would reject it.
 */
export function createWithTimeout(limitMs: number = timeoutMs.default): WithTimeout {
  return async (reply) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const message = `Redis did not answer within ${limitMs} ms (REDIS_TIMEOUT_MS)`;
      const rejectLate = () => reject(new Error(message));
      // The event loop reads sockets between its timers and its immediates, so a reply that has arrived is read before.
      timer = setTimeout(() => setImmediate(rejectLate), limitMs);
    });
    try {
      return await Promise.race([reply, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * Creates the account store. The last command of a lookup is a write without effect, which Redis
 * refuses wherever it would refuse a revocation: on a replica, without required replicas, or with a
 * full disk. Not a transaction, which Redis refuses at maxmemory. Rejects with `NoAccountsError`
 * for lost data.
 */
export function createRedisAccounts(redis: Redis): AccountStore {
  return {
    async findKey(keyHash) {
      const record = redisKeys.key(keyHash);
      // The account of a key never changes.
      const accountId = await redis.hget(record, 'account');
      const pipeline = redis
        .pipeline()
        .echo(keyHash)
        .exists(redisKeys.accounts)
        .hmget(record, 'account', 'revokedAt', 'revoked')
        .hmget(redisKeys.account(accountId ?? ''), 'tier', 'distributorPricing')
        .time()
        .hdel(redisKeys.uses, '')
        // A restore may have begun since the first of them.
        .exists(redisKeys.accounts);
      const [echo, hadAccounts, key, fields, time, , hasAccounts] = await readTogether(pipeline);
      if (echo !== keyHash) {
        redis.disconnect(true);
        throw new Error(
          'Redis replied about another key: a proxy in front of it mixes up replies. The connection is closed and opened again',
        );
      }
      if (hadAccounts !== 1 || hasAccounts !== 1) throw new NoAccountsError();
      const [owner, revokedAt, revoked] = key as (string | null)[];
      if (owner !== accountId) throw new Error('the key was issued while it was read');
      if (accountId === null) return undefined;
      const [tier, distributorPricing] = fields as (string | null)[];
      const revokedInMs = msUntilRevocation({ revoked, revokedAt }, toMilliseconds(time));
      return {
        ...{ accountId, revoked: revokedInMs === 0, ...(revokedInMs && { revokedInMs }) },
        account: tier
          ? { id: accountId, tier, distributorPricing: distributorPricing === '1' }
          : undefined,
      };
    },
  };
}

const dayMs = 86_400_000;
/** Minimum milliseconds between a failed attempt to store the use of a key and the next attempt. */
const retryMs = 60_000;

/**
 * Returns a function that stores the UTC day of the first use of a key on a day, without waiting. A
 * failure is logged; a use a minute later tries again.
 */
export function createUseRecorder(
  redis: Pick<Redis, 'hset'>,
  log: Log,
  now: () => number = Date.now,
): (keyHash: string) => void {
  const dueAt = new LRUCache<string, number>({ max: 20_000 });
  return (keyHash) => {
    const usedAt = now();
    const due = dueAt.get(keyHash) ?? 0;
    // A time more than a day ahead is from before the clock was set back.
    if (usedAt < due && due <= usedAt + dayMs) return;
    dueAt.set(keyHash, (Math.floor(usedAt / dayMs) + 1) * dayMs);
    const day = new Date(usedAt).toISOString().slice(0, 10);
    redis.hset(redisKeys.uses, keyHash, day).catch((error: unknown) => {
      dueAt.set(keyHash, usedAt + retryMs);
      log.error('last_use_not_written', error);
    });
  };
}

export interface Subscription {
  /** Pending while Redis cannot be reached. */
  readonly subscribed: Promise<void>;
  stop(): void;
}

/**
 * Calls `forget` with the id of each changed account. After a lost subscription, forgets everything
 * as soon as `redis`, the connection that is read, is ready.
 */
export function subscribeToChanges(
  url: string,
  redis: Redis,
  forget: (accountId?: string) => void,
  log: Log,
): Subscription {
  let isLost = false;
  let isStopped = false;
  const lose = (error: unknown) => {
    if (!isLost && !isStopped) log.error('subscription_lost', error);
    isLost = true;
  };
  const subscriber = createReconnectingClient(url, lose);
  const subscribed = new Promise<void>((resolve) => {
    subscriber.on('ready', async () => {
      try {
        await subscriber.subscribe(redisKeys.accountChanges);
      } catch (error) {
        lose(error);
        setTimeout(() => subscriber.disconnect(!isStopped), 1000).unref();
        return;
      }
      if (isLost) log.info('subscription_restored');
      isLost = false;
      if (redis.status === 'ready') forget();
      else redis.once('ready', () => forget());
      resolve();
    });
  });
  subscriber.on('message', (_channel: string, accountId: string) => forget(accountId));
  subscriber.on('close', () => lose(new Error('the connection was closed')));
  // A dead connection has no reply within five seconds (`socketTimeout`).
  const heartbeat = () => void subscriber.ping().catch(() => {});
  const timer = setInterval(heartbeat, 5000).unref();
  return {
    subscribed,
    stop() {
      isStopped = true;
      clearInterval(timer);
      subscriber.disconnect();
    },
  };
}
