/** What the service reads from and writes to Redis by itself: keys, changes, last uses and reports. */
import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import test, { type ExecutionContext } from 'ava';
import { createApiKey, hashApiKey } from '../../../contract/api-key.ts';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { subscribeToChanges } from '../../../pricing-service/accounts/account-changes.ts';
import { createLastUseRecorder } from '../../../pricing-service/accounts/last-use.ts';
import { NoAccountsError } from '../../../pricing-service/accounts/no-accounts.ts';
import { createRedisAccountStore } from '../../../pricing-service/accounts/redis-account-store.ts';
import { createLog } from '../../../pricing-service/log.ts';
import { createReconnectingClient, createSubscriber } from '../../../redis/connect.ts';
import { addKey } from '../../helpers/pricing-app.ts';
import { startProxy, startRedis } from '../../helpers/redis-server.ts';
import { until } from '../../helpers/until.ts';

/** Starts a Redis and a store; `find` reads the record of a key. */
async function createWorld(t: ExecutionContext) {
  const redis = await startRedis(t);
  const store = createRedisAccountStore(redis.client);
  const find = async (key: string) => (await store.findKey(hashApiKey(key))).record;
  return { redis, client: redis.client, store, find };
}

test.serial('a key is read with its account and its revocation, planned or past', async (t) => {
  const { redis, client, find } = await createWorld(t);
  const account = { id: 'acme', tier: 'A1', distributorPricing: true };
  const key = await addKey(redis, { tier: 'A1' });
  t.deepEqual(await find(key), { revoked: false, account });
  t.is(await find(createApiKey(randomBytes)), undefined);
  t.like(await find(await addKey(redis, { tier: 'A1', revoked: true })), { revoked: true });
  const name = redisKeys.key(hashApiKey(key));
  await client.hset(name, 'revokedAt', new Date(Date.now() + 60_000).toISOString());
  const { revoked, revokedInMs = 0 } = (await find(key)) ?? {};
  t.false(revoked);
  t.true(revokedInMs > 0 && revokedInMs <= 60_000, 'by the clock of Redis');
  for (const past of [new Date(Date.now() - 1).toISOString(), 'soon']) {
    await client.hset(name, 'revokedAt', past);
    t.like(await find(key), { revoked: true }, past);
  }
  const lost = await addKey(redis, { id: 'lost', distributorPricing: false });
  t.like(await find(lost), { account: { distributorPricing: false } });
  await client.del(redisKeys.account('lost'));
  t.deepEqual(await find(lost), { revoked: false, account: undefined });
});

test.serial('a record without a key id, as older versions wrote it, is read', async (t) => {
  const { client, find } = await createWorld(t);
  const record = {
    account: 'old',
    label: 'x',
    lastFour: 'abcd',
    createdAt: '2024-05-10T12:00:00Z',
  };
  await client.sadd(redisKeys.accounts, 'old');
  await client.hset(redisKeys.account('old'), { name: 'Old', tier: 'A3', distributorPricing: '1' });
  await client.hset(redisKeys.key(hashApiKey('one')), record);
  t.like(await find('one'), { revoked: false, account: { tier: 'A3' } });
});

test.serial(
  'a key is read in one round trip, also at maxmemory and after Redis has lost its scripts',
  async (t) => {
    const { redis, client, find } = await createWorld(t);
    const key = await addKey(redis);
    await client.config('SET', 'maxmemory', '1');
    await find(key);
    await client.config('RESETSTAT');
    t.like(await find(key), { account: { tier: 'A3' } });
    t.regex(await client.info('commandstats'), /^cmdstat_evalsha:calls=1,/m);
    t.notRegex(await client.info('commandstats'), /^cmdstat_eval:/m);
    await client.script('FLUSH');
    t.like(await find(key), { account: { tier: 'A3' } });
  },
);

test.serial(
  'a read is no verdict on a Redis without accounts, with corrupt data, on a replica, or without required replicas',
  async (t) => {
    const { redis, client, find } = await createWorld(t);
    await t.throwsAsync(find('ppc_x'), { instanceOf: NoAccountsError, message: /^Redis holds no/ });
    const [key, broken] = [await addKey(redis), await addKey(redis)];
    await client.set(redisKeys.key(hashApiKey(broken)), 'not a hash');
    await t.throwsAsync(find(broken), { message: /WRONGTYPE/ });
    await client.replicaof('127.0.0.1', '1');
    t.is(await client.hget(redisKeys.account('acme'), 'tier'), 'A3', 'it would answer others');
    await t.throwsAsync(find(key), { message: /^READONLY / });
    await client.replicaof('NO', 'ONE');
    await client.config('SET', 'min-replicas-to-write', '1');
    await t.throwsAsync(find(key), { message: /^NOREPLICAS / });
  },
);

test.serial('a reply about another key is refused, and its connection is replaced', async (t) => {
  const { redis } = await createWorld(t);
  const proxy = await startProxy(t, redis);
  const connection = createReconnectingClient(proxy.url, () => {});
  t.teardown(() => connection.disconnect());
  await once(connection, 'ready');
  const store = createRedisAccountStore(connection);
  const hashes = [await addKey(redis), createApiKey(randomBytes)].map(hashApiKey);
  const readBoth = () => Promise.allSettled(hashes.map((hash) => store.findKey(hash)));
  const before = await readBoth();
  t.true(before.every(({ status }) => status === 'fulfilled'));
  const swapped = proxy.swapReplies();
  const closed = once(connection, 'close');
  t.true((await readBoth()).every(({ status }) => status === 'rejected'));
  await Promise.all([swapped, closed]);
  await once(connection, 'ready');
  t.true((await readBoth()).every(({ status }) => status === 'fulfilled'));
});

/** Subscribes to the changes of accounts. `events` emits `changed`, `subscribed` and every logged event. */
function subscribeAt(t: ExecutionContext, url: string) {
  const events = new EventEmitter();
  const logged: string[] = [];
  const log = createLog({
    write(line) {
      const { event } = JSON.parse(line) as { event: string };
      logged.push(event);
      events.emit(event);
    },
  });
  const handlers = {
    onChange: (id: string) => void events.emit('changed', id),
    onSubscribed: () => void events.emit('subscribed'),
  };
  const changes = subscribeToChanges(() => createSubscriber(url), handlers, log);
  t.teardown(changes.stop);
  return { changes, events, logged };
}

test.serial(
  'changes of accounts are received, and a lost subscription is renewed and reported',
  async (t) => {
    const { url, client } = await startRedis(t);
    const { changes, events, logged } = subscribeAt(t, url);
    await changes.subscribed;
    const changed = once(events, 'changed');
    await client.publish(redisKeys.accountChanges, 'acme');
    t.deepEqual(await changed, ['acme']);
    const again = once(events, 'subscribed');
    await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await again;
    t.deepEqual(logged, ['subscription_lost', 'subscription_restored']);
    changes.stop();
    await until(async () => (await client.call('CLIENT', 'LIST', 'TYPE', 'pubsub')) === '');
  },
);

test.serial('a forbidden subscription is reported once and succeeds when permitted', async (t) => {
  const { url, client } = await startRedis(t);
  await client.acl('SETUSER', 'default', 'resetchannels');
  const { changes, events, logged } = subscribeAt(t, url);
  await once(events, 'subscription_lost');
  await client.acl('SETUSER', 'default', '&*');
  await changes.subscribed;
  t.deepEqual(logged, ['subscription_lost', 'subscription_restored']);
});

test.serial(
  'the use of a key is written once a UTC day, and again a minute after a failure',
  async (t) => {
    const { redis, client, store } = await createWorld(t);
    const key = hashApiKey(await addKey(redis));
    const under: Promise<unknown>[] = [];
    const logged: string[] = [];
    const state = { now: Date.parse('2026-11-21T23:59:59.999Z'), isAway: false };
    const recordUse = (keyHash: string, day: string) => {
      const noted = state.isAway
        ? Promise.reject(new Error('away'))
        : store.recordUse(keyHash, day);
      under.push(noted);
      return noted;
    };
    const log = createLog({ write: (line) => logged.push(line) });
    const note = createLastUseRecorder({ recordUse }, log, () => state.now);
    const noted = async () => {
      await Promise.allSettled(under);
      return client.hget(redisKeys.key(key), 'lastUsed');
    };
    note(key);
    note(key);
    t.is(await noted(), '2026-11-21');
    t.is(under.length, 1);
    state.now += 1;
    note(key);
    t.is(await noted(), '2026-11-22');
    await store.recordUse(key, '2026-11-21');
    t.is(await noted(), '2026-11-22', 'the clock of another process is behind');
    Object.assign(state, { isAway: true, now: state.now + 86_400_000 });
    note(key);
    note(key);
    await noted();
    t.is(under.length, 3);
    t.is(logged.filter((line) => line.includes('last_use_not_written')).length, 1);
    Object.assign(state, { isAway: false, now: state.now + 60_000 });
    note(key);
    t.is(await noted(), '2026-11-23');
    await store.recordUse(key, '2036-01-01');
    state.now += 86_400_000;
    note(key);
    t.is(await noted(), '2026-11-24', 'a clock was far ahead and is right again');
    const size = await client.dbsize();
    await store.recordUse(hashApiKey('ppc_x'), '2026-11-21');
    t.is(await client.dbsize(), size, 'no record is created');
  },
);
