/** The registry of accounts in Redis: changes, the audit stream and the messages about them. */
import { once } from 'node:events';
import test from 'ava';
import type { Redis } from 'ioredis';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { listAccounts, setAccount } from '../../../../pricing-service/registry/accounts.ts';
import { readAudit } from '../../../../pricing-service/registry/audit.ts';
import { createKey, revokeKey, rotateKey } from '../../../../pricing-service/registry/keys.ts';
import { startRegistry } from './registry-redis.ts';

/** Returns all audit entries. */
async function entriesOf(redis: Redis) {
  const entries = [];
  for await (const entry of readAudit(redis, 0)) entries.push(entry);
  return entries;
}

test.serial(
  'accounts are listed by id with their active keys, including those with a planned end',
  async (t) => {
    const { author, account, endKey, fill } = await startRegistry(t);
    const [one, other] = [await account(), await account('pending')];
    const [first, second] = await fill(one, 3);
    await revokeKey(author, one, first?.id ?? '');
    await rotateKey(author, one, second?.id ?? '', { graceMs: 60_000 });
    const listed = async () =>
      (await listAccounts(author.redis)).map(({ id, activeKeys }) => [id, activeKeys]);
    t.deepEqual(await listed(), [
      [one, 3],
      [other, 0],
    ]);
    await endKey(one, second?.id ?? '', new Date(Date.now() - 1));
    t.deepEqual((await listed())[0], [one, 2]);
  },
);

test.serial(
  'every change is published and recorded with operator, time and details, never with a key or its hash',
  async (t) => {
    const { author, client, account } = await startRegistry(t);
    const listener = client.duplicate();
    t.teardown(() => listener.disconnect());
    await listener.subscribe(redisKeys.accountChanges);
    const heard: string[] = [];
    listener.on('message', (_channel, changed) => heard.push(changed));
    const id = await account();
    await setAccount(author, id, { tier: 'A1', distributorPricing: false });
    // Without effect: published, and not recorded.
    t.like(await setAccount(author, id, { tier: 'A1' }), { changed: false });
    const first = await createKey(author, { account: id, label: 'ERP' });
    const second = await rotateKey(author, id, first.id, { graceMs: 60_000 });
    const { revokedAt } = await revokeKey(author, id, second.id);
    const entries = await entriesOf(client);
    t.deepEqual(
      entries.map(({ action, facts }) => [action, facts]),
      [
        ['account add', { name: 'Account 1', tier: 'A3', program: 'linked' }],
        [
          'account set',
          {
            ...{ tier: 'A1', tierBefore: 'A3' },
            ...{ distributorPricing: '0', distributorPricingBefore: '1' },
          },
        ],
        ['key create', { key: first.id, label: 'ERP' }],
        ['key rotate', { key: first.id, revokedAt: second.replaces.revokedAt, newKey: second.id }],
        ['key revoke', { key: second.id, revokedAt }],
      ],
    );
    t.true(entries.every(({ by, account }) => by === 'tester' && account === id));
    const times = entries.map(({ time }) => time);
    t.deepEqual(times, [...times].sort());
    t.true(Math.abs(Date.parse(times[0] ?? '') - Date.now()) < 60_000);
    t.notRegex(JSON.stringify(entries), /ppc_|[0-9a-f]{64}/);
    while (heard.length <= entries.length) await once(listener, 'message');
    t.deepEqual(heard, Array(entries.length + 1).fill(id));
  },
);

test.serial('the audit stream is read from a given time on, page by page', async (t) => {
  const { client } = await startRegistry(t);
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

test.serial(
  'a clock that was ahead dates no later change; damaged accounts and entries are named, and the others listed',
  async (t) => {
    const { author, client, account } = await startRegistry(t);
    const ahead = Date.now() + 400 * 86_400_000;
    const jump = {
      action: 'account set',
      by: 'x',
      account: 'y',
      at: new Date(ahead).toISOString(),
    };
    await client.xadd(redisKeys.audit, `${ahead}-0`, ...Object.entries(jump).flat());
    const id = await account();
    const damaged: string[] = [];
    const note = ({ message }: Error) => void damaged.push(message);
    const times: string[] = [];
    for await (const entry of readAudit(client, 0)) times.push(entry.time.slice(0, 4));
    t.is(times[0], new Date(ahead).toISOString().slice(0, 4));
    t.is(times[1], new Date().toISOString().slice(0, 4));
    await client.set(redisKeys.account('broken'), 'not a hash');
    await client.sadd(redisKeys.accounts, 'broken');
    t.deepEqual(
      (await listAccounts(author.redis, note)).map((each) => each.id),
      [id],
    );
    await client.xadd(redisKeys.audit, '*', 'x', 'y');
    let entries = 0;
    for await (const _ of readAudit(client, 0, note)) entries += 1;
    t.is(entries, 2);
    t.regex(damaged.join(), /account broken is damaged.*audit entry \d+-\d+ is damaged/);
  },
);
