/** Keys and accounts in Redis (design section 6). */
import type { Redis } from 'ioredis';
import { redisKeys } from '../../contract/redis-keys.ts';
import { inTime } from '../redis.ts';
import type { Account, AccountStore, KeyRecord } from './account-store.ts';

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
      return { revoked: Boolean(revokedAt), account };
    },
  };
}

/** What is stored of a key besides its hash. */
export interface NewKey {
  readonly keyHash: string;
  readonly accountId: string;
  readonly label: string;
  /** The last four characters, so that a person can tell keys apart. */
  readonly lastFour: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601; a revoked key's record stays, so that it answers `key_revoked` for good. */
  readonly revokedAt?: string;
}

/** Writes an account that is linked to the distributor programme. */
export async function writeLinkedAccount(
  redis: Redis,
  { id, tier, distributorPricing }: Account,
): Promise<void> {
  await redis.hset(redisKeys.account(id), {
    name: id,
    tier,
    program: 'linked',
    distributorPricing: distributorPricing ? '1' : '0',
  });
}

/** Writes a key's record, and its place among the account's active keys unless it is revoked. */
export async function writeKey(redis: Redis, key: NewKey): Promise<void> {
  const { keyHash, accountId, label, lastFour, createdAt, revokedAt } = key;
  const record = { account: accountId, label, lastFour, createdAt };
  const transaction = redis.multi();
  transaction.hset(redisKeys.key(keyHash), revokedAt ? { ...record, revokedAt } : record);
  if (revokedAt === undefined) {
    transaction.zadd(redisKeys.activeKeys(accountId), Date.parse(createdAt), keyHash);
  }
  await transaction.exec();
}
