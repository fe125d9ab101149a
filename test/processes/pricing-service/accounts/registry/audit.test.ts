import { once } from 'node:events';
import test from 'ava';
import { redisKeys } from '../../../../../contract/redis-keys.ts';
import { setAccount } from '../../../../../pricing-service/accounts/registry/accounts.ts';
import { readAudit } from '../../../../../pricing-service/accounts/registry/audit.ts';
import {
  createKey,
  revokeKey,
  rotateKey,
} from '../../../../../pricing-service/accounts/registry/keys.ts';
import { startRedis } from '../../../../helpers/redis-server.ts';
import { type RegistryRedis, refusalOf, useRegistryRedis } from './registry-redis.ts';

const registry = useRegistryRedis(test);

/** Returns the audit entries of one account. */
async function entriesOf({ author }: RegistryRedis, account: string) {
  const entries = [];
  for await (const entry of readAudit(author.redis, 0)) {
    if (entry.account === account) entries.push(entry);
  }
  return entries;
}

test.serial(
  'every change is recorded with operator, time and details, and never with a key or its hash',
  async (t) => {
    const redis = registry();
    const { author } = redis;
    const account = await redis.account();
    await setAccount(author, account, { tier: 'A1', distributorPricing: false });
    const first = await createKey(author, { account, label: 'ERP' });
    const second = await rotateKey(author, account, first.id, { graceMs: 60_000 });
    const { revokedAt } = await revokeKey(author, account, second.id);
    const entries = await entriesOf(redis, account);
    t.deepEqual(
      entries.map(({ action, facts }) => ({ action, facts })),
      [
        { action: 'account add', facts: { name: 'Account 1', tier: 'A3', program: 'linked' } },
        {
          action: 'account set',
          facts: {
            tier: 'A1',
            tierBefore: 'A3',
            distributorPricing: '0',
            distributorPricingBefore: '1',
          },
        },
        { action: 'key create', facts: { key: first.id, label: 'ERP' } },
        {
          action: 'key rotate',
          facts: { key: first.id, revokedAt: second.replaces.revokedAt, newKey: second.id },
        },
        { action: 'key revoke', facts: { key: second.id, revokedAt } },
      ],
    );
    t.true(entries.every(({ by }) => by === 'tester'));
    const times = entries.map(({ time }) => time);
    t.deepEqual(times, [...times].sort());
    t.true(Math.abs(Date.parse(times[0] ?? '') - Date.now()) < 60_000);
    t.notRegex(JSON.stringify(entries), /ppc_|[0-9a-f]{64}/);
  },
);

test.serial('refused changes, and those without effect, are not in the audit stream', async (t) => {
  const redis = registry();
  const { author } = redis;
  const account = await redis.account();
  const key = await createKey(author, { account, label: 'x' });
  await revokeKey(author, account, key.id);
  const before = await entriesOf(redis, account);
  await revokeKey(author, account, key.id);
  await setAccount(author, account, { tier: 'A3' });
  await refusalOf(rotateKey(author, account, key.id, { graceMs: 0 }));
  await setAccount(author, account, { program: 'pending' });
  await refusalOf(createKey(author, { account, label: 'x' }));
  t.deepEqual((await entriesOf(redis, account)).slice(0, -1), before);
});

test.serial('the audit stream is read from a given time on, page by page', async (t) => {
  const { client } = await startRedis(t);
  const far = Date.UTC(2090, 0, 1);
  const pipeline = client.pipeline();
  for (let count = 0; count < 2500; count += 1) {
    // Several entries in one millisecond, as one script may write them.
    const id = `${far + Math.floor(count / 3)}-${count % 3}`;
    pipeline.xadd(redisKeys.audit, id, 'action', 'key create', 'by', 'x', 'account', String(count));
  }
  await pipeline.exec();
  const read = async (sinceMs: number) => {
    const accounts = [];
    for await (const { account } of readAudit(client, sinceMs)) accounts.push(Number(account));
    return accounts;
  };
  t.deepEqual(
    await read(0),
    Array.from({ length: 2500 }, (_, count) => count),
  );
  t.is((await read(far + 833)).at(0), 2499);
  t.deepEqual(await read(far + 834), []);
});

test.serial('each change of an account or its keys publishes the id of the account', async (t) => {
  const redis = registry();
  const { author, server } = redis;
  const listener = server.client.duplicate();
  t.teardown(() => listener.disconnect());
  await listener.subscribe(redisKeys.accountChanges);
  const heard: string[] = [];
  listener.on('message', (_channel, account) => heard.push(account));
  const published = async (change: () => Promise<unknown>) => {
    const message = once(listener, 'message');
    await change();
    await message;
  };
  const ids: string[] = [];
  await published(async () => ids.push(await redis.account()));
  const [account = ''] = ids;
  let key = '';
  await published(() => setAccount(author, account, { tier: 'A1' }));
  await published(async () => {
    key = (await createKey(author, { account, label: 'x' })).id;
  });
  await published(() => rotateKey(author, account, key, { graceMs: 60_000 }));
  await published(() => revokeKey(author, account, key));
  t.deepEqual(heard, Array(5).fill(account));
});
