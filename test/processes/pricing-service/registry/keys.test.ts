/** The registry of keys in Redis: create, list, rotate and revoke, at most ten active keys an account. */
import test from 'ava';
import { hashApiKey, isWellFormedApiKey } from '../../../../contract/api-key.ts';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { setAccount } from '../../../../pricing-service/registry/accounts.ts';
import {
  createKey,
  type IssuedKey,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../../../pricing-service/registry/keys.ts';
import { refusalOf, startRegistry } from './registry-redis.ts';

const dayMs = 86_400_000;

test.serial('a created key is usable, and only its hash is stored', async (t) => {
  const { author, client, account, recordOf } = await startRegistry(t);
  const id = await account();
  const issued = await createKey(author, { account: id, label: 'ERP' });
  t.true(isWellFormedApiKey(issued.key));
  t.deepEqual(await client.hgetall(redisKeys.key(hashApiKey(issued.key))), {
    id: issued.id,
    account: id,
    label: 'ERP',
    lastFour: issued.key.slice(-4),
    createdAt: issued.createdAt,
  });
  const found = { id, tier: 'A3', distributorPricing: true };
  t.like(await recordOf(issued.key), { revoked: false, account: found });
  t.like((await listKeys(author.redis, id))[0], { id: issued.id, state: 'active', lastUsed: null });
  await client.hset(redisKeys.key(hashApiKey(issued.key)), 'lastUsed', '2026-11-21');
  t.like((await listKeys(author.redis, id))[0], { lastUsed: '2026-11-21' });
});

test.serial(
  'concurrent creations, revocations and rotations never exceed ten active keys',
  async (t) => {
    const { author, account, fill } = await startRegistry(t);
    const id = await account();
    const first = await fill(id, 10);
    await Promise.allSettled([
      ...first.slice(0, 5).map((key) => revokeKey(author, id, key.id)),
      ...first.slice(5).map((key) => rotateKey(author, id, key.id, { graceMs: 0 })),
      ...first.map((key) => rotateKey(author, id, key.id, { graceMs: dayMs })),
      ...Array.from({ length: 15 }, () => createKey(author, { account: id, label: 'race' })),
    ]);
    const keys = await listKeys(author.redis, id);
    const active = keys.filter(({ state }) => state !== 'revoked').map((key) => key.id);
    t.true(active.length <= 10, String(active.length));
    const members = await author.redis.zrange(redisKeys.activeKeys(id), '0', '-1');
    t.deepEqual(members.filter((member) => active.includes(member)).sort(), active.sort());
  },
);

test.serial(
  'revoking a key makes room for a new one; a second revocation has no effect',
  async (t) => {
    const { author, account, fill, recordOf } = await startRegistry(t);
    const id = await account();
    const [first] = (await fill(id, 10)) as [IssuedKey];
    t.deepEqual(await refusalOf(createKey(author, { account: id, label: 'x' })), {
      outcome: 'full',
    });
    const { revokedAt, already } = await revokeKey(author, id, first.id);
    t.false(already);
    t.like(await revokeKey(author, id, first.id), { revokedAt, already: true });
    await createKey(author, { account: id, label: 'x' });
    t.like((await listKeys(author.redis, id))[0], { id: first.id, state: 'revoked', revokedAt });
    t.like(await recordOf(first.key), { revoked: true });
  },
);

test.serial('a revoked key stays revoked if the clock of Redis is set back', async (t) => {
  const { author, account, endKey, fill, recordOf } = await startRegistry(t);
  const id = await account();
  const [revoked, rotated, ended] = (await fill(id, 3)) as [IssuedKey, IssuedKey, IssuedKey];
  await revokeKey(author, id, revoked.id);
  await rotateKey(author, id, rotated.id, { graceMs: 0 });
  await endKey(id, ended.id, new Date(Date.now() - 1000));
  t.like(await revokeKey(author, id, ended.id), { already: true });
  for (const key of [revoked, rotated, ended]) {
    // For readers, this is the same as a clock that is an hour behind.
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await author.redis.hset(redisKeys.key(hashApiKey(key.key)), 'revokedAt', later);
    t.like(await recordOf(key.key), { revoked: true });
    t.like(await revokeKey(author, id, key.id), { already: true, revokedAt: later });
  }
});

test.serial(
  'only linked and approved accounts get keys; keys of one that became pending still work',
  async (t) => {
    const { author, account, recordOf } = await startRegistry(t);
    const pending = await account('pending');
    const create = (id: string) => createKey(author, { account: id, label: 'x' });
    t.deepEqual(await refusalOf(create(pending)), { outcome: 'not-approved' });
    t.deepEqual(await refusalOf(create('nobody')), { outcome: 'no-account' });
    await setAccount(author, pending, { program: 'approved' });
    const { key, id } = await create(pending);
    await setAccount(author, pending, { program: 'pending' });
    t.like(await recordOf(key), { revoked: false });
    const rotation = rotateKey(author, pending, id, { graceMs: 0 });
    t.deepEqual(await refusalOf(rotation), { outcome: 'not-approved' });
  },
);

test.serial(
  'after a rotation the old key works and counts as active until its planned end',
  async (t) => {
    const { author, account, endKey, fill, recordOf } = await startRegistry(t);
    const id = await account();
    const [old] = (await fill(id, 9)) as [IssuedKey];
    const rotated = await rotateKey(author, id, old.id, { graceMs: dayMs });
    t.is(rotated.label, 'key 0');
    t.is(Date.parse(rotated.replaces.revokedAt) - Date.parse(rotated.createdAt), dayMs);
    const { revoked, revokedInMs = 0 } = (await recordOf(old.key)) ?? {};
    t.false(revoked);
    t.true(revokedInMs > 0 && revokedInMs <= dayMs, String(revokedInMs));
    t.like((await listKeys(author.redis, id))[0], { id: old.id, state: 'ending' });
    t.deepEqual(await refusalOf(createKey(author, { account: id, label: 'x' })), {
      outcome: 'full',
    });
    await endKey(id, old.id, new Date(Date.now() - 1));
    t.like((await listKeys(author.redis, id))[0], { id: old.id, state: 'revoked' });
    await t.notThrowsAsync(createKey(author, { account: id, label: 'x' }));
  },
);

test.serial(
  'a rotation is refused for ten active keys with a grace, a past end, and a key that ends or has ended',
  async (t) => {
    const { author, account, fill } = await startRegistry(t);
    const id = await account();
    const [first, second] = (await fill(id, 10)) as [IssuedKey, IssuedKey];
    const rotate = (key: IssuedKey, end: Parameters<typeof rotateKey>[3]) =>
      rotateKey(author, id, key.id, end);
    t.deepEqual(await refusalOf(rotate(first, { graceMs: 1 })), { outcome: 'full' });
    await rotate(first, { graceMs: 0 });
    const states = (await listKeys(author.redis, id)).map(({ state }) => state);
    t.deepEqual(states, ['revoked', ...Array(10).fill('active')]);
    t.like(await refusalOf(rotate(first, { graceMs: dayMs })), { outcome: 'revoked' });
    await revokeKey(author, id, (await listKeys(author.redis, id)).at(-1)?.id ?? '');
    const past = rotate(second, { revokeAtMs: Date.now() - 1000 });
    t.deepEqual(await refusalOf(past), { outcome: 'past' });
    const revokedAt = '2100-02-28T23:59:59.999Z';
    const { replaces } = await rotate(second, { revokeAtMs: Date.parse(revokedAt) });
    t.is(replaces.revokedAt, revokedAt);
    const again = rotate(second, { graceMs: dayMs });
    t.deepEqual(await refusalOf(again), { outcome: 'ending', revokedAt });
    const now = await revokeKey(author, id, second.id);
    t.true(now.revokedAt < revokedAt, 'a revocation does not wait for the planned end');
  },
);

test.serial('the id of a key is valid only for its own account', async (t) => {
  const { author, account } = await startRegistry(t);
  const [mine, other] = [await account(), await account()];
  const key = await createKey(author, { account: mine, label: 'x' });
  t.deepEqual(await refusalOf(revokeKey(author, other, key.id)), { outcome: 'no-key' });
  t.deepEqual(await refusalOf(revokeKey(author, 'nobody', key.id)), { outcome: 'no-account' });
  const rotation = rotateKey(author, other, key.id, { graceMs: 0 });
  t.deepEqual(await refusalOf(rotation), { outcome: 'no-key' });
  t.deepEqual(await refusalOf(listKeys(author.redis, 'nobody')), { outcome: 'no-account' });
});
