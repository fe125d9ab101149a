import { randomBytes } from 'node:crypto';
import test from 'ava';
import { hashApiKey } from '../../../contract/api-key.ts';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { assertKeepsKeys, EvictionPolicyError } from '../../../pricing-service/eviction.ts';
import { addKey } from '../../helpers/pricing-app.ts';
import { startRedis } from '../../helpers/redis-server.ts';

test.serial(
  'a Redis that may evict keys is refused with the reason and the setting to change',
  async (t) => {
    const { client } = await startRedis(t);
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
    const error = await t.throwsAsync(assertKeepsKeys(client), { instanceOf: EvictionPolicyError });
    t.regex(
      error?.message ?? '',
      /allkeys-lru.*would drop API keys.*Set maxmemory-policy noeviction/,
    );
    for (const policy of ['noeviction', 'volatile-ttl']) {
      await client.config('SET', 'maxmemory-policy', policy);
      await t.notThrowsAsync(assertKeepsKeys(client), policy);
    }
  },
);

test.serial(
  'a Redis that forbids reading its eviction policy is distinguished from one that evicts keys',
  async (t) => {
    const { client } = await startRedis(t);
    await client.acl('SETUSER', 'default', '-info');
    const error = await t.throwsAsync(assertKeepsKeys(client), { message: /NOPERM/ });
    t.false(error instanceof EvictionPolicyError);
  },
);

test.serial(
  'keys and accounts have no TTL, so a volatile policy does not evict them',
  async (t) => {
    const redis = await startRedis(t);
    const { client } = redis;
    const key = await addKey(redis);
    await client.config('SET', 'maxmemory-policy', 'volatile-lru');
    const used = Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))?.[1]);
    await client.config('SET', 'maxmemory', used + 500_000);
    for (let count = 0; count < 100; count += 1) {
      await client.set(`filler-${count}`, randomBytes(10_000), 'EX', 3600);
    }
    t.true((await client.dbsize()) < 100);
    t.is(await client.exists(redisKeys.key(hashApiKey(key)), redisKeys.account('acme')), 2);
  },
);
