/** Provides one Redis for all tests of a file; each test adds its own accounts. */
import type { TestFn } from 'ava';
import { redisKeys } from '../../../../../contract/redis-keys.ts';
import { addAccount } from '../../../../../pricing-service/accounts/registry/accounts.ts';
import type { RegistrySession } from '../../../../../pricing-service/accounts/registry/change.ts';
import {
  ChangeRefused,
  type Refusal,
} from '../../../../../pricing-service/accounts/registry/failures.ts';
import type { Program } from '../../../../../pricing-service/accounts/registry/records.ts';
import { type RedisServer, startRedis } from '../../../../helpers/redis-server.ts';
import { collectTeardowns } from '../../../../helpers/teardown.ts';

/** A Redis with functions that prepare accounts and keys. */
export interface RegistryRedis {
  readonly author: RegistrySession;
  readonly server: RedisServer;
  /** Adds an account with a new id; returns the id. */
  account(program?: Program): Promise<string>;
  /**
   * Sets the time of a key's revocation by writing it to Redis directly, without a script; it may be in the past.
   */
  endKey(account: string, id: string, at: Date): Promise<void>;
}

/**
 * Starts Redis before the first test of a file and stops it after the last. Returns a function that returns this Redis;
 * call it in tests only, because it throws before Redis has started.
 */
export function useRegistryRedis(test: TestFn): () => RegistryRedis {
  const teardowns = collectTeardowns();
  let redis: RegistryRedis | undefined;
  let count = 0;
  test.before('Redis starts', async () => {
    const server = await startRedis(teardowns);
    const author = { redis: server.client, by: 'tester' };
    redis = {
      author,
      server,
      async account(program = 'linked') {
        count += 1;
        const id = `account-${count}`;
        await addAccount(author, { id, name: `Account ${count}`, tier: 'A3', program });
        return id;
      },
      async endKey(account, id, at) {
        const hash = await server.client.hget(redisKeys.accountKeys(account), id);
        await server.client.hset(redisKeys.key(hash ?? ''), 'revokedAt', at.toISOString());
        await server.client.zadd(redisKeys.activeKeys(account), at.getTime(), id);
      },
    };
  });
  test.after.always('Redis ends', () => teardowns.run());
  return () => {
    if (redis === undefined) throw new Error('Redis has not started');
    return redis;
  };
}

/** Returns the refusal with which a change rejects; throws if the change is not refused. */
export async function refusalOf(change: Promise<unknown>): Promise<Refusal> {
  try {
    await change;
  } catch (error) {
    if (error instanceof ChangeRefused) return error.refusal;
    throw error;
  }
  throw new Error('it was not refused');
}
