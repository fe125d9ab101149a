/**
 * The account store in Redis (design section 6): one Lua script reads a key with its account, another one
 * records the last use of a key.
 */
import type { Result } from 'ioredis';
import { redisKeys } from '../../contract/redis-keys.ts';
import type { RedisConnection } from '../../redis/connect.ts';
import type { AccountStore, StoreReply } from './account-store.ts';
import { NoAccountsError } from './no-accounts.ts';
import { toMilliseconds } from './registry/read-replies.ts';
import { msUntilRevocation } from './registry/records.ts';

/** Stores the day on which each key was last used. */
export interface LastUseStore {
  /**
   * Stores the UTC day of a use, such as `2026-11-21`, in the key's record, unless the record is missing or has this day
   * or the next one: the clock of another process may be ahead. Replaces a later day, which is wrong. Rejects if Redis
   * fails.
   */
  recordUse(keyHash: string, day: string): Promise<unknown>;
}

/**
 * Reads a key, its account and the time of Redis at one moment.
 *
 * KEYS     the key's record, the set of all accounts
 * ARGV     the prefix of an account's record
 * returns  KEYS[1] again, so that the caller can check that the reply is about the requested key; account, revokedAt,
 *          revoked, tier and distributorPricing, each nil if it is missing; seconds and microseconds of the time.
 *          Returns only nil if there are no accounts
 *
 * The script never writes, but its first line declares that it may, with the flag of a revocation (`allow-oom`: it runs
 * even if the memory is full). Redis therefore refuses it wherever it would refuse a revocation: on a replica
 * (READONLY), on a primary that has lost its replicas (NOREPLICAS, if `min-replicas-to-write` is set), and on a server
 * that cannot write its disk (MISCONF). This limits how long a replaced primary can answer. Needs Redis
 * 7.0 or later.
 */
const readKey = `#!lua flags=allow-oom
if redis.call('EXISTS', KEYS[2]) == 0 then return nil end
local key = redis.call('HMGET', KEYS[1], 'account', 'revokedAt', 'revoked')
local account = key[1] and redis.call('HMGET', ARGV[1] .. key[1], 'tier', 'distributorPricing') or {false, false}
local now = redis.call('TIME')
return {KEYS[1], key[1], key[2], key[3], account[1], account[2], now[1], now[2]}
`;

/**
 * Stores the day of a key's last use, unless the same or the next day is stored. Does nothing if the record is missing.
 *
 * KEYS  the key's record
 * ARGV  the day and the day after it, YYYY-MM-DD
 */
const recordUse = `#!lua
local stored = redis.call('HGET', KEYS[1], 'lastUsed') or ''
if redis.call('EXISTS', KEYS[1]) == 1 and (stored < ARGV[1] or stored > ARGV[2]) then
  redis.call('HSET', KEYS[1], 'lastUsed', ARGV[1])
end
return redis.status_reply('OK')
`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    readKey(
      record: string,
      accounts: string,
      accountPrefix: string,
    ): Result<(string | null)[] | null, Context>;
    recordUse(record: string, day: string, nextDay: string): Result<'OK', Context>;
  }
}

/**
 * Creates an account store on a connection to Redis. `findKey` reads a key and its account in one round trip, and
 * rejects with `NoAccountsError` if Redis holds no accounts. If a reply of Redis is about a key other than the
 * requested one, `findKey` rejects and the connection is closed and opened again: a proxy that has mixed up two replies
 * may mix up all later ones.
 */
export function createRedisAccountStore(redis: RedisConnection): AccountStore & LastUseStore {
  // ioredis sends the hash of a script, and its text only if the server does not have it.
  redis.defineCommand('readKey', { numberOfKeys: 2, lua: readKey });
  redis.defineCommand('recordUse', { numberOfKeys: 1, lua: recordUse });
  return {
    async findKey(keyHash): Promise<StoreReply> {
      const record = redisKeys.key(keyHash);
      const reply = await redis.readKey(record, redisKeys.accounts, redisKeys.account(''));
      if (reply === null) throw new NoAccountsError();
      const [repliedRecord, accountId, revokedAt, revoked, tier, distributorPricing, ...clock] =
        reply;
      if (repliedRecord !== record) {
        redis.disconnect(true);
        throw new Error(
          'Redis replied about another key: a proxy in front of it mixes up replies. The connection is closed and opened again',
        );
      }
      const time = toMilliseconds(clock);
      if (typeof accountId !== 'string') return { record: undefined, time };
      const account =
        typeof tier === 'string'
          ? { id: accountId, tier, distributorPricing: distributorPricing === '1' }
          : undefined;
      const revokedInMs = msUntilRevocation({ revoked, revokedAt }, time);
      const isRevoked = revokedInMs === 0;
      return { record: { revoked: isRevoked, ...(revokedInMs && { revokedInMs }), account }, time };
    },
    recordUse: (keyHash, day) => redis.recordUse(redisKeys.key(keyHash), day, dayAfter(day)),
  };
}

/** Returns the day after a day, both as `2026-11-21`. */
function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}
