/** Keys and accounts in Redis (design section 6). */
import { redisKeys } from '../../contract/redis-keys.ts';
import type { RedisConnection } from '../redis.ts';
import type { AccountStore, KeyRecord, StoreReply } from './account-store.ts';
import { NoAccountsError } from './no-accounts.ts';
import { toMilliseconds } from './registry/reading.ts';
import { defineScripts } from './scripts.ts';

/** Where uses of keys are noted. */
export interface UseStore {
  /** Notes the day, `2026-11-21`, in a key's record if there is one. Rejects when the store is away. */
  noteUse(keyHash: string, day: string): Promise<unknown>;
}

/**
 * Creates an account store that reads a key and its account in Redis at one moment, in one round trip. A
 * reply that is about another key rejects, and closes the connection: a proxy that has mixed up two replies
 * may mix up every later one (decision 36).
 */
export function createRedisAccountStore(redis: RedisConnection): AccountStore & UseStore {
  defineScripts(redis);
  return {
    async findKey(keyHash): Promise<StoreReply> {
      const record = redisKeys.key(keyHash);
      const reply = await redis.readKey(record, redisKeys.accounts, redisKeys.account(''));
      if (reply === null) throw new NoAccountsError();
      const [answered, accountId, revokedAt, tier, distributorPricing, ...clock] = reply;
      if (answered !== record) {
        redis.disconnect(true);
        throw new Error(
          'Redis replied about another key than was asked for: a proxy before it mixes up replies. The connection is closed and opened again',
        );
      }
      const time = toMilliseconds(clock);
      if (typeof accountId !== 'string') return { record: undefined, time };
      const account =
        typeof tier === 'string'
          ? { id: accountId, tier, distributorPricing: distributorPricing === '1' }
          : undefined;
      return { record: { ...revocation(revokedAt, time), account }, time };
    },
    noteUse: (keyHash, day) => redis.noteUse(redisKeys.key(keyHash), day),
  };
}

/**
 * Returns whether a key is revoked, or in how many milliseconds it will be: by the clock of Redis, which has
 * set the moment, so that the clock of this machine may be wrong. A moment that cannot be read counts
 * as past.
 */
function revocation(
  revokedAt: string | null | undefined,
  now: number,
): Pick<KeyRecord, 'revoked' | 'revokedInMs'> {
  if (!revokedAt) return { revoked: false };
  const revokedInMs = Date.parse(revokedAt) - now;
  return revokedInMs > 0 ? { revoked: false, revokedInMs } : { revoked: true };
}
