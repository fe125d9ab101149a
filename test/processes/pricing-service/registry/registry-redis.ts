/** A Redis with functions that prepare accounts and keys, for the tests of the registry. */
import type { ExecutionContext } from 'ava';
import { hashApiKey } from '../../../../contract/api-key.ts';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { createRedisAccounts } from '../../../../pricing-service/redis-accounts.ts';
import { addAccount } from '../../../../pricing-service/registry/accounts.ts';
import { ChangeRefused, type Refusal } from '../../../../pricing-service/registry/failures.ts';
import { createKey } from '../../../../pricing-service/registry/keys.ts';
import type { Program } from '../../../../pricing-service/registry/records.ts';
import { startRedis } from '../../../helpers/redis-server.ts';

/** Starts a Redis for one test of the registry. */
export async function startRegistry(t: ExecutionContext) {
  const { client } = await startRedis(t);
  const author = { redis: client, by: 'tester' };
  const store = createRedisAccounts(client);
  let count = 0;
  return {
    author,
    client,
    /** Adds an account with a new id; returns the id. */
    async account(program: Program = 'linked'): Promise<string> {
      count += 1;
      const id = `account-${count}`;
      await addAccount(author, { id, name: `Account ${count}`, tier: 'A3', program });
      return id;
    },
    /** Creates active keys of an account. */
    async fill(account: string, keys: number) {
      const issued = [];
      for (let made = 0; made < keys; made += 1) {
        issued.push(await createKey(author, { account, label: `key ${made}` }));
      }
      return issued;
    },
    /** Writes the time of a key's revocation to Redis directly; it may be in the past. */
    async endKey(account: string, id: string, at: Date): Promise<void> {
      const hash = await client.hget(redisKeys.accountKeys(account), id);
      await client.hset(redisKeys.key(hash ?? ''), 'revokedAt', at.toISOString());
      await client.zadd(redisKeys.activeKeys(account), at.getTime(), id);
    },
    /** Returns what the service reads about a key. */
    recordOf: (key: string) => store.findKey(hashApiKey(key)),
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
