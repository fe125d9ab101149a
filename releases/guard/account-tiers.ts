/** Reads the price tiers that accounts have, so that the guard stops a release that lacks one of them. */
import { ExpectedError } from '../../console/errors.ts';
import { redisKeys } from '../../contract/redis-keys.ts';

/** Number of accounts per pipeline, so that no reply delays other clients of Redis. */
const batchSize = 500;

/** The tiers of accounts, or why they are unknown. */
export interface AccountTiers {
  /** Tier → ids of its accounts; undefined if they could not be read. */
  readonly accounts?: ReadonlyMap<string, readonly string[]>;
  /** Why the tiers could not be read: a deploy goes on without them. */
  readonly unchecked?: string;
}

/** Reads the tiers of all accounts in the Redis at a URL. Never rejects for errors of Redis: see `unchecked`. */
export async function readAccountTiers(url: string): Promise<AccountTiers> {
  // Imported only here: loading ioredis doubles the start of a command that uses no Redis.
  const { withRedis } = await import('../../redis/connect.ts');
  const accounts = new Map<string, string[]>();
  try {
    await withRedis(url, 'Redis refused to list the accounts', async (redis) => {
      const ids = (await redis.smembers(redisKeys.accounts)).sort();
      for (let begin = 0; begin < ids.length; begin += batchSize) {
        const batch = ids.slice(begin, begin + batchSize);
        const reading = batch.map((id) => redis.hget(redisKeys.account(id), 'tier'));
        for (const [at, tier] of (await Promise.all(reading)).entries()) {
          if (tier !== null) accounts.set(tier, [...(accounts.get(tier) ?? []), batch[at] ?? '']);
        }
      }
    });
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    return { unchecked: error.message };
  }
  return { accounts };
}
