import test from 'ava';
import fc from 'fast-check';
import { z } from 'zod';
import { redisKeys } from '../../../../../contract/redis-keys.ts';
import { readScript, runChange } from '../../../../../pricing-service/accounts/registry/change.ts';
import { refusalOf, useRegistryRedis } from './registry-redis.ts';

const registry = useRegistryRedis(test);

test.serial('Redis scripts write a time in the same form as JavaScript', async (t) => {
  const script = `${await readScript(['prelude'])}\nreturn iso(change.at)`;
  const { client } = registry().server;
  const write = (at: number) => client.eval(script, 1, '{keys}:audit', JSON.stringify({ at }));
  for (const text of [
    '1970-01-01T00:00:00.000Z',
    '1999-12-31T23:59:59.999Z',
    '2000-02-29T12:00:00.001Z',
    '2024-02-29T00:00:00.000Z',
    '2100-02-28T23:59:59.999Z',
    '2100-03-01T00:00:00.000Z',
  ]) {
    t.is(await write(Date.parse(text)), text);
  }
  const moments = fc.integer({ min: 0, max: Date.UTC(2400, 0, 1) });
  await fc.assert(
    fc.asyncProperty(moments, async (at) => (await write(at)) === new Date(at).toISOString()),
    { numRuns: 300 },
  );
});

test.serial('an account never uses the same id for two keys', async (t) => {
  const { author, account } = registry();
  const id = await account();
  const create = (hash: string) =>
    runChange(author, {
      files: ['keys', 'create-key'],
      whenFull: 'refuse',
      keys: [
        redisKeys.account(id),
        redisKeys.activeKeys(id),
        redisKeys.accountKeys(id),
        redisKeys.key(hash),
      ],
      change: {
        account: id,
        limit: 10,
        key: { id: '7k3fq9xz', hash, label: 'x', lastFour: 'abcd' },
      },
      facts: z.object({}),
    });
  await create('one');
  t.deepEqual(await refusalOf(create('other')), { outcome: 'id-taken' });
  t.deepEqual(await author.redis.hgetall(redisKeys.accountKeys(id)), { '7k3fq9xz': 'one' });
});
