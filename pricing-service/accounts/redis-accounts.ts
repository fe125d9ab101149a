/** Keys and accounts in Redis (design section 6). */
import { redisKeys } from '../../contract/redis-keys.ts';
import type { RedisConnection } from '../redis.ts';
import type { Account, AccountStore, KeyRecord } from './account-store.ts';
import { defineScripts } from './scripts.ts';

/** Where uses of keys are noted. */
export interface UseStore {
  /** Notes the day, `2026-11-21`, in a key's record if there is one. Rejects when the store is away. */
  noteUse(keyHash: string, day: string): Promise<unknown>;
}

/** An account store that reads a key and its account in Redis at one moment, in one round trip. */
export function createRedisAccountStore(redis: RedisConnection): AccountStore & UseStore {
  defineScripts(redis);
  return {
    async findKey(keyHash): Promise<KeyRecord | undefined> {
      const record = redisKeys.key(keyHash);
      const [accountId, revokedAt, tier, distributorPricing, ...now] = await redis.readKey(
        record,
        redisKeys.account(''),
      );
      if (typeof accountId !== 'string') return undefined;
      const account =
        typeof tier === 'string'
          ? { id: accountId, tier, distributorPricing: distributorPricing === '1' }
          : undefined;
      return { ...revocation(revokedAt, now), account };
    },
    noteUse: (keyHash, day) => redis.noteUse(redisKeys.key(keyHash), day),
  };
}

/**
 * Whether a key is revoked, or in how many milliseconds it will be: by the clock of Redis, which has
 * set the moment, so that the clock of this machine may be wrong. A moment that cannot be read counts
 * as past.
 */
function revocation(
  revokedAt: string | null | undefined,
  [seconds, microseconds]: readonly (string | null)[],
): Pick<KeyRecord, 'revoked' | 'revokedInMs'> {
  if (!revokedAt) return { revoked: false };
  const now = Number(seconds) * 1000 + Number(microseconds) / 1000;
  const revokedInMs = Date.parse(revokedAt) - now;
  return revokedInMs > 0 ? { revoked: false, revokedInMs } : { revoked: true };
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
  redis: RedisConnection,
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
export async function writeKey(redis: RedisConnection, key: NewKey): Promise<void> {
  const { keyHash, accountId, label, lastFour, createdAt, revokedAt } = key;
  const record = { account: accountId, label, lastFour, createdAt };
  const transaction = redis.multi();
  transaction.hset(redisKeys.key(keyHash), revokedAt ? { ...record, revokedAt } : record);
  if (revokedAt === undefined) {
    transaction.zadd(redisKeys.activeKeys(accountId), Date.parse(createdAt), keyHash);
  }
  await transaction.exec();
}
