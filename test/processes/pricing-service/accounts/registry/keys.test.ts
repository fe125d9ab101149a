import test from 'ava';
import { hashApiKey, isWellFormedApiKey } from '../../../../../contract/api-key.ts';
import { redisKeys } from '../../../../../contract/redis-keys.ts';
import { createRedisAccountStore } from '../../../../../pricing-service/accounts/redis-account-store.ts';
import { setAccount } from '../../../../../pricing-service/accounts/registry/accounts.ts';
import {
  createKey,
  type IssuedKey,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../../../../pricing-service/accounts/registry/keys.ts';
import { keyIdPattern } from '../../../../../pricing-service/accounts/registry/records.ts';
import { refusalOf, useRegistryRedis } from './registry-redis.ts';

const registry = useRegistryRedis(test);
const dayMs = 86_400_000;

/** Creates keys until the account has `count` active ones. */
async function fill(account: string, count: number) {
  const keys = [];
  for (let made = 0; made < count; made += 1) {
    keys.push(await createKey(registry().author, { account, label: `key ${made}` }));
  }
  return keys;
}

test.serial('a created key is found by its hash, and only its hash is stored', async (t) => {
  const { author, server, account } = registry();
  const id = await account();
  const issued = await createKey(author, { account: id, label: 'ERP' });
  t.true(isWellFormedApiKey(issued.key));
  t.regex(issued.id, keyIdPattern);
  t.deepEqual(await server.client.hgetall(redisKeys.key(hashApiKey(issued.key))), {
    id: issued.id,
    account: id,
    label: 'ERP',
    lastFour: issued.key.slice(-4),
    createdAt: issued.createdAt,
  });
  t.deepEqual(
    (await createRedisAccountStore(server.client).findKey(hashApiKey(issued.key))).record,
    {
      revoked: false,
      account: { id, tier: 'A3', distributorPricing: true },
    },
  );
});

test.serial('thirty concurrent creations never exceed ten active keys', async (t) => {
  const { author, server, account } = registry();
  const id = await account();
  // A connection for each change, as if thirty operators made them.
  const connections = Array.from({ length: 30 }, () => server.client.duplicate());
  t.teardown(() => {
    for (const connection of connections) connection.disconnect();
  });
  const outcomes = await Promise.allSettled(
    connections.map((redis) => createKey({ ...author, redis }, { account: id, label: 'race' })),
  );
  t.is(outcomes.filter(({ status }) => status === 'fulfilled').length, 10);
  const refusals = outcomes.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  t.true(refusals.every((error) => error.refusal?.outcome === 'full'));
  t.is((await listKeys(author.redis, id)).length, 10);
});

test.serial(
  'concurrent creations, revocations and rotations never exceed ten active keys',
  async (t) => {
    const { author, account } = registry();
    const id = await account();
    const first = await fill(id, 10);
    await Promise.allSettled([
      ...first.slice(0, 5).map((key) => revokeKey(author, id, key.id)),
      ...first.slice(5).map((key) => rotateKey(author, id, key.id, { graceMs: 0 })),
      ...first.map((key) => rotateKey(author, id, key.id, { graceMs: dayMs })),
      ...Array.from({ length: 15 }, () => createKey(author, { account: id, label: 'race' })),
    ]);
    const keys = await listKeys(author.redis, id);
    const active = keys.filter(({ state }) => state !== 'revoked');
    t.true(active.length <= 10, String(active.length));
    const members = await author.redis.zrange(redisKeys.activeKeys(id), '0', '-1');
    t.deepEqual(
      members.filter((member) => active.some((key) => key.id === member)).sort(),
      active.map((key) => key.id).sort(),
    );
  },
);

test.serial('revoking a key allows a new one, and keeps its record', async (t) => {
  const { author, account, server } = registry();
  const id = await account();
  const [first] = await fill(id, 10);
  t.deepEqual(await refusalOf(createKey(author, { account: id, label: 'x' })), { outcome: 'full' });
  const { revokedAt, already } = await revokeKey(author, id, first?.id ?? '');
  t.false(already);
  await createKey(author, { account: id, label: 'x' });
  const [entry] = await listKeys(author.redis, id);
  t.like(entry, { id: first?.id, state: 'revoked', revokedAt });
  const store = createRedisAccountStore(server.client);
  t.like((await store.findKey(hashApiKey(first?.key ?? ''))).record, { revoked: true });
});

test.serial('a second revocation has no effect and returns the time of the first', async (t) => {
  const { author, account } = registry();
  const id = await account();
  const key = await createKey(author, { account: id, label: 'x' });
  const { revokedAt } = await revokeKey(author, id, key.id);
  t.like(await revokeKey(author, id, key.id), { revokedAt, already: true });
});

test.serial('a revoked key stays revoked if the clock of Redis is set back', async (t) => {
  const { author, account, endKey, server } = registry();
  const id = await account();
  const [revoked, rotated, ended] = (await fill(id, 3)) as [IssuedKey, IssuedKey, IssuedKey];
  await revokeKey(author, id, revoked.id);
  await rotateKey(author, id, rotated.id, { graceMs: 0 });
  await endKey(id, ended.id, new Date(Date.now() - 1000));
  t.like(await revokeKey(author, id, ended.id), { already: true });
  const store = createRedisAccountStore(server.client);
  for (const key of [revoked, rotated, ended]) {
    // For readers, this is the same as a clock that is an hour behind.
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await author.redis.hset(redisKeys.key(hashApiKey(key.key)), 'revokedAt', later);
    t.like((await store.findKey(hashApiKey(key.key))).record, { revoked: true });
    const entry = (await listKeys(author.redis, id)).find((each) => each.id === key.id);
    t.is(entry?.state, 'revoked');
    const refusal = { outcome: 'revoked', revokedAt: later };
    t.deepEqual(await refusalOf(rotateKey(author, id, key.id, { graceMs: dayMs })), refusal);
    t.like(await revokeKey(author, id, key.id), { already: true, revokedAt: later });
  }
});

test.serial('only linked and approved accounts that exist get keys', async (t) => {
  const { author, account } = registry();
  const pending = await account('pending');
  const create = (id: string) => createKey(author, { account: id, label: 'x' });
  t.deepEqual(await refusalOf(create(pending)), { outcome: 'not-approved' });
  t.deepEqual(await refusalOf(create('nobody')), { outcome: 'no-account' });
  await setAccount(author, pending, { program: 'approved' });
  await t.notThrowsAsync(create(pending));
});

test.serial(
  'keys of an account that became pending still work and cannot be rotated',
  async (t) => {
    const { author, account, server } = registry();
    const id = await account();
    const { key, id: keyId } = await createKey(author, { account: id, label: 'x' });
    await setAccount(author, id, { program: 'pending' });
    const store = createRedisAccountStore(server.client);
    t.like((await store.findKey(hashApiKey(key))).record, { revoked: false });
    const rotation = rotateKey(author, id, keyId, { graceMs: 0 });
    t.deepEqual(await refusalOf(rotation), { outcome: 'not-approved' });
  },
);

test.serial(
  'after a rotation, the old key counts as one of the ten active keys until its end, and is revoked then',
  async (t) => {
    const { author, account, endKey } = registry();
    const id = await account();
    const [first] = await fill(id, 9);
    const old = first?.id ?? '';
    const rotated = await rotateKey(author, id, old, { graceMs: dayMs });
    t.is(rotated.label, 'key 0');
    t.is(Date.parse(rotated.replaces.revokedAt) - Date.parse(rotated.createdAt), dayMs);
    t.like((await listKeys(author.redis, id))[0], { id: old, state: 'ending' });
    t.deepEqual(await refusalOf(createKey(author, { account: id, label: 'x' })), {
      outcome: 'full',
    });
    await endKey(id, old, new Date(Date.now() - 1));
    t.like((await listKeys(author.redis, id))[0], { id: old, state: 'revoked' });
    await t.notThrowsAsync(createKey(author, { account: id, label: 'x' }));
  },
);

test.serial('a rotation may set the end of the old key, which must be in the future', async (t) => {
  const { author, account } = registry();
  const id = await account();
  const key = await createKey(author, { account: id, label: 'x' });
  const past = rotateKey(author, id, key.id, { revokeAtMs: Date.now() - 1000 });
  t.deepEqual(await refusalOf(past), { outcome: 'past' });
  const moment = '2100-02-28T23:59:59.999Z';
  const rotated = await rotateKey(author, id, key.id, { revokeAtMs: Date.parse(moment) });
  t.is(rotated.replaces.revokedAt, moment);
});

test.serial('an account with ten keys can rotate one only without a grace period', async (t) => {
  const { author, account } = registry();
  const id = await account();
  const [first] = await fill(id, 10);
  const rotate = (graceMs: number) => rotateKey(author, id, first?.id ?? '', { graceMs });
  t.deepEqual(await refusalOf(rotate(1)), { outcome: 'full' });
  await rotate(0);
  const states = (await listKeys(author.redis, id)).map(({ state }) => state);
  t.deepEqual(states, ['revoked', ...Array(10).fill('active')]);
});

test.serial('a key that is revoked or about to end cannot be rotated', async (t) => {
  const { author, account } = registry();
  const id = await account();
  const key = await createKey(author, { account: id, label: 'x' });
  const { replaces } = await rotateKey(author, id, key.id, { graceMs: dayMs });
  const again = () => refusalOf(rotateKey(author, id, key.id, { graceMs: dayMs }));
  t.deepEqual(await again(), { outcome: 'ending', revokedAt: replaces.revokedAt });
  const { revokedAt } = await revokeKey(author, id, key.id);
  t.true(revokedAt < replaces.revokedAt, 'a revocation does not wait for the end of the grace');
  t.deepEqual(await again(), { outcome: 'revoked', revokedAt });
});

test.serial('the id of a key is valid only for its own account', async (t) => {
  const { author, account } = registry();
  const [mine, other] = [await account(), await account()];
  const key = await createKey(author, { account: mine, label: 'x' });
  t.deepEqual(await refusalOf(revokeKey(author, other, key.id)), { outcome: 'no-key' });
  t.deepEqual(await refusalOf(revokeKey(author, 'nobody', key.id)), { outcome: 'no-account' });
  const rotation = rotateKey(author, other, key.id, { graceMs: 0 });
  t.deepEqual(await refusalOf(rotation), { outcome: 'no-key' });
  t.deepEqual(await refusalOf(listKeys(author.redis, 'nobody')), { outcome: 'no-account' });
});

test.serial('the list of keys shows the day of last use, which the service writes', async (t) => {
  const { author, account } = registry();
  const id = await account();
  const { key } = await createKey(author, { account: id, label: 'x' });
  t.like((await listKeys(author.redis, id))[0], { lastUsed: null });
  await author.redis.hset(redisKeys.key(hashApiKey(key)), 'lastUsed', '2026-11-21');
  t.like((await listKeys(author.redis, id))[0], { lastUsed: '2026-11-21' });
});

test.serial(
  'a key with a planned revocation is read with the time that is left, by the clock of Redis',
  async (t) => {
    const { author, account, server } = registry();
    const id = await account();
    const { key, id: keyId } = await createKey(author, { account: id, label: 'x' });
    await rotateKey(author, id, keyId, { graceMs: dayMs });
    const record = (await createRedisAccountStore(server.client).findKey(hashApiKey(key))).record;
    t.false(record?.revoked);
    const { revokedInMs = 0 } = record ?? {};
    t.true(revokedInMs > dayMs - 60_000 && revokedInMs <= dayMs, String(revokedInMs));
  },
);
