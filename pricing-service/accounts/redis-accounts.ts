/** Keys and accounts in Redis (design section 6). */
import type { Redis } from 'ioredis';
import { redisKeys } from '../../contract/redis-keys.ts';
import { inTime } from '../redis.ts';
import type { AccountStore, KeyRecord } from './account-store.ts';
import { toMilliseconds } from './registry/reading.ts';

/** An account store that reads Redis: the key's record, then its account's. */
export function createRedisAccountStore(redis: Redis): AccountStore {
  return {
    async findKey(keyHash): Promise<KeyRecord | undefined> {
      const [accountId, revokedAt] = await inTime(
        redis.hmget(redisKeys.key(keyHash), 'account', 'revokedAt'),
      );
      if (typeof accountId !== 'string') return undefined;
      const [tier, distributorPricing] = await inTime(
        redis.hmget(redisKeys.account(accountId), 'tier', 'distributorPricing'),
      );
      const account =
        typeof tier === 'string'
          ? { id: accountId, tier, distributorPricing: distributorPricing === '1' }
          : undefined;
      return { ...(await revocation(redis, revokedAt)), account };
    },
  };
}

/**
 * Whether a key is revoked, or in how many milliseconds it will be: by the clock of Redis, which has
 * set the moment, so that the clock of this machine may be wrong. A moment that cannot be read counts
 * as past.
 */
async function revocation(
  redis: Redis,
  revokedAt: string | null | undefined,
): Promise<Pick<KeyRecord, 'revoked' | 'revokedInMs'>> {
  if (!revokedAt) return { revoked: false };
  const revokedInMs = Date.parse(revokedAt) - toMilliseconds(await inTime(redis.time()));
  return revokedInMs > 0 ? { revoked: false, revokedInMs } : { revoked: true };
}
