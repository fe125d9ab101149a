/** Keys and accounts in Redis (design section 6). */
import type { Redis } from 'ioredis';
import { redisKeys } from '../../contract/redis-keys.ts';
import type { AccountStore, KeyRecord } from './account-store.ts';

/** An account store that reads Redis: the key's record, then its account's. */
export function createRedisAccountStore(redis: Redis): AccountStore {
  return {
    async findKey(keyHash): Promise<KeyRecord | undefined> {
      const [accountId, revokedAt] = await redis.hmget(
        redisKeys.key(keyHash),
        'account',
        'revokedAt',
      );
      if (typeof accountId !== 'string') return undefined;
      const [tier, distributorPricing] = await redis.hmget(
        redisKeys.account(accountId),
        'tier',
        'distributorPricing',
      );
      const account =
        typeof tier === 'string'
          ? { id: accountId, tier, distributorPricing: distributorPricing === '1' }
          : undefined;
      return { revoked: Boolean(revokedAt), account };
    },
  };
}
