/** What the service reads from and writes to Redis by itself: keys, changes and last uses. */
import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import test, { type ExecutionContext } from 'ava';
import { createApiKey, hashApiKey } from '../../../contract/api-key.ts';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { createLog } from '../../../pricing-service/log.ts';
import {
  createRedisAccounts,
  createUseRecorder,
  subscribeToChanges,
} from '../../../pricing-service/redis-accounts.ts';
import { NoAccountsError } from '../../../pricing-service/registry/failures.ts';
import { createReconnectingClient } from '../../../redis/connect.ts';
import { addKey } from '../../helpers/pricing-app.ts';
import { startProxy, startRedis } from '../../helpers/redis-server.ts';
import { until } from '../../helpers/until.ts';

/** Starts a Redis and a store; `find` reads the record of a key. */
async function createWorld(t: ExecutionContext) {
  const redis = await startRedis(t);
  const store = createRedisAccounts(redis.client);
  const find = (key: string) => store.findKey(hashApiKey(key));
  return { redis, client: redis.client, store, find };
}

test.serial('a key is read with its account and its revocation, planned or past', async (t) => {
  const { redis, client, find } = await createWorld(t);
  const account = { id: 'acme', tier: 'A1', distributorPricing: true };
  const key = await addKey(redis, { tier: 'A1' });
  t.deepEqual(await find(key), { accountId: 'acme', revoked: false, account });
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
  t.like(await find(lost), { revoked: false, account: undefined });
});

test.serial('a key is read without scripts, also at maxmemory', async (t) => {
  const { redis, client, find } = await createWorld(t);
  const key = await addKey(redis);
  await client.config('SET', 'maxmemory', '1');
  await client.config('RESETSTAT');
  t.like(await find(key), { account: { tier: 'A3' } });
  t.notRegex(await client.info('commandstats'), /^cmdstat_(eval|evalsha|fcall):/m);
});

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
  const store = createRedisAccounts(connection);
  const [one = '', other = ''] = [await addKey(redis), await addKey(redis)].map(hashApiKey);
  t.truthy(await store.findKey(one));
  const closed = once(connection, 'close');
  proxy.rewrite(one, other);
  await t.throwsAsync(store.findKey(one), { message: /^Redis replied about another key/ });
  await closed;
  proxy.rewrite('', '');
  await once(connection, 'ready');
  t.truthy(await store.findKey(one));
});

/** Subscribes to the changes of accounts. `events` emits `changed`, `missed` and every logged event. */
async function subscribeAt(t: ExecutionContext, url: string) {
  const events = new EventEmitter();
  const logged: string[] = [];
  const log = createLog({
    write(line) {
      const { event } = JSON.parse(line) as { event: string };
      logged.push(event);
      events.emit(event);
    },
  });
  const redis = createReconnectingClient(url, () => {});
  t.teardown(() => redis.disconnect());
  const forget = (id?: string) => void events.emit(id === undefined ? 'missed' : 'changed', id);
  const changes = subscribeToChanges(url, redis, forget, log);
  t.teardown(changes.stop);
  return { changes, events, logged };
}

test.serial(
  'changes of accounts are received; a lost subscription is renewed, reported, and forgets everything',
  async (t) => {
    const { url, client } = await startRedis(t);
    const { changes, events, logged } = await subscribeAt(t, url);
    await changes.subscribed;
    const changed = once(events, 'changed');
    await client.publish(redisKeys.accountChanges, 'acme');
    t.deepEqual(await changed, ['acme']);
    const missed = once(events, 'missed');
    await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await missed;
    t.deepEqual(logged, ['subscription_lost', 'subscription_restored']);
    changes.stop();
    await until(async () => (await client.call('CLIENT', 'LIST', 'TYPE', 'pubsub')) === '');
  },
);

test.serial('a forbidden subscription is reported once and succeeds when permitted', async (t) => {
  const { url, client } = await startRedis(t);
  await client.acl('SETUSER', 'default', 'resetchannels');
  const { changes, events, logged } = await subscribeAt(t, url);
  await once(events, 'subscription_lost');
  await client.acl('SETUSER', 'default', '&*');
  await changes.subscribed;
  t.deepEqual(logged, ['subscription_lost', 'subscription_restored']);
});

test.serial(
  'the use of a key is written once a UTC day, and again a minute after a failure',
  async (t) => {
    const { client } = await createWorld(t);
    const key = hashApiKey('ppc_x');
    const under: Promise<unknown>[] = [];
    const logged: string[] = [];
    const state = { now: Date.parse('2026-11-21T23:59:59.999Z'), isAway: false };
    const hset = (...args: string[]) => {
      const noted = state.isAway ? Promise.reject(new Error('away')) : client.call('HSET', ...args);
      under.push(noted);
      return noted as Promise<number>;
    };
    const log = createLog({ write: (line) => logged.push(line) });
    const note = createUseRecorder({ hset } as typeof client, log, () => state.now);
    const noted = async () => {
      await Promise.allSettled(under);
      return client.hget(redisKeys.uses, key);
    };
    note(key);
    note(key);
    t.is(await noted(), '2026-11-21');
    t.is(under.length, 1);
    state.now += 1;
    note(key);
    t.is(await noted(), '2026-11-22');
    Object.assign(state, { isAway: true, now: state.now + 86_400_000 });
    note(key);
    note(key);
    await noted();
    t.is(under.length, 3);
    t.is(logged.filter((line) => line.includes('last_use_not_written')).length, 1);
    Object.assign(state, { isAway: false, now: state.now + 60_000 });
    note(key);
    t.is(await noted(), '2026-11-23');
    state.now -= 3 * 86_400_000;
    note(key);
    t.is(await noted(), '2026-11-20', 'a clock was far ahead and is right again');
  },
);
