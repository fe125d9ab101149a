import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import test from 'ava';
import { createApiKey, hashApiKey } from '../../../../contract/api-key.ts';
import type { ApiProblem } from '../../../../contract/problem.ts';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { reuseMs } from '../../../../pricing-service/accounts/bounds.ts';
import { NoAccountsError } from '../../../../pricing-service/accounts/no-accounts.ts';
import { createRedisAccountStore } from '../../../../pricing-service/accounts/redis-account-store.ts';
import { createRedisVerifier } from '../../../../pricing-service/accounts/redis-verifier.ts';
import { createVerifier } from '../../../../pricing-service/accounts/verifier.ts';
import { createLog } from '../../../../pricing-service/log.ts';
import { createReconnectingClient, type RedisConnection } from '../../../../redis/connect.ts';
import { addKey, createManualClock } from '../../../helpers/pricing-app.ts';
import { type RedisServer, startProxy, startRedis } from '../../../helpers/redis-server.ts';
import { collectTeardowns, type Teardown } from '../../../helpers/teardown.ts';

const file = collectTeardowns();
let redis: RedisServer;
test.before(async () => {
  redis = await startRedis(file);
});
test.after.always(file.run);

test.serial('a key is found by its hash, with the account it belongs to', async (t) => {
  const key = await addKey(redis, { id: 'acme', tier: 'A1' });
  t.deepEqual((await createRedisAccountStore(redis.client).findKey(hashApiKey(key))).record, {
    revoked: false,
    account: { id: 'acme', tier: 'A1', distributorPricing: true },
  });
});

test.serial('a key that was never issued is not found', async (t) => {
  await addKey(redis);
  const { record } = await createRedisAccountStore(redis.client).findKey(hashApiKey('ppc_x'));
  t.is(record, undefined);
});

test.serial('on a Redis without accounts, reading any key rejects', async (t) => {
  const redis = await startRedis(t);
  const store = createRedisAccountStore(redis.client);
  const isNoVerdict = { instanceOf: NoAccountsError, message: /^Redis holds no accounts: / };
  await t.throwsAsync(store.findKey(hashApiKey('ppc_x')), isNoVerdict);
  const revoked = await addKey(redis, { revoked: true });
  t.like(await store.findKey(hashApiKey(revoked)), { record: { revoked: true } });
  await redis.client.del(redisKeys.accounts);
  await t.throwsAsync(store.findKey(hashApiKey(revoked)), isNoVerdict);
});

test.serial('a revocation and the loss of distributor pricing are read', async (t) => {
  const store = createRedisAccountStore(redis.client);
  const gone = await addKey(redis, { id: 'gone', revoked: true });
  t.like((await store.findKey(hashApiKey(gone))).record, { revoked: true });
  const lost = await addKey(redis, { id: 'lost', distributorPricing: false });
  t.like((await store.findKey(hashApiKey(lost))).record, {
    account: { distributorPricing: false },
  });
});

test.serial('a key whose account is missing is found without an account', async (t) => {
  const key = await addKey(redis, { id: 'missing' });
  await redis.client.del(redisKeys.account('missing'));
  const record = (await createRedisAccountStore(redis.client).findKey(hashApiKey(key))).record;
  t.deepEqual(record, { revoked: false, account: undefined });
});

test.serial('a record without a key id, as older versions wrote it, is read', async (t) => {
  const { client } = redis;
  const [active, revoked] = [hashApiKey('one'), hashApiKey('other')];
  const record = {
    account: 'old',
    label: 'x',
    lastFour: 'abcd',
    createdAt: '2024-05-10T12:00:00Z',
  };
  await client.sadd(redisKeys.accounts, 'old');
  await client.hset(redisKeys.account('old'), { name: 'Old', tier: 'A3', distributorPricing: '1' });
  await client.hset(redisKeys.key(active), record);
  await client.hset(redisKeys.key(revoked), { ...record, revokedAt: '2024-05-11T00:00:00Z' });
  const store = createRedisAccountStore(client);
  t.like((await store.findKey(active)).record, { revoked: false, account: { tier: 'A3' } });
  t.like((await store.findKey(revoked)).record, { revoked: true });
});

test.serial('an invalid time of revocation counts as past', async (t) => {
  const key = await addKey(redis);
  await redis.client.hset(redisKeys.key(hashApiKey(key)), 'revokedAt', 'soon');
  const record = (await createRedisAccountStore(redis.client).findKey(hashApiKey(key))).record;
  t.like(record, { revoked: true });
});

test.serial('an unreachable store rejects instead of reporting a missing key', async (t) => {
  const key = await addKey(redis);
  await redis.client.set(redisKeys.key(hashApiKey(key)), 'not a hash');
  await t.throwsAsync(createRedisAccountStore(redis.client).findKey(hashApiKey(key)));
});

test.serial('a key and its account are read at one moment, in one round trip', async (t) => {
  const key = await addKey(redis);
  const store = createRedisAccountStore(redis.client);
  await store.findKey(hashApiKey(key));
  const monitor = await redis.client.monitor();
  t.teardown(() => monitor.disconnect());
  const commands: string[] = [];
  const seen = new Promise<void>((resolve) => {
    monitor.on('monitor', (_time: string, [name = '']: string[], source: string) => {
      if (name === 'echo') resolve();
      if (source !== 'lua') commands.push(name);
    });
  });
  await store.findKey(hashApiKey(key));
  await redis.client.echo('end');
  await seen;
  t.deepEqual(commands, ['evalsha', 'echo']);
});

test.serial('scripts are sent again to a server that has lost them', async (t) => {
  const key = await addKey(redis);
  const store = createRedisAccountStore(redis.client);
  await store.findKey(hashApiKey(key));
  await redis.client.script('FLUSH');
  t.like((await store.findKey(hashApiKey(key))).record, { account: { tier: 'A3' } });
});

test.serial('a read on a replica, or on a primary without its replicas, rejects', async (t) => {
  const { client } = redis;
  const key = await addKey(redis);
  const store = createRedisAccountStore(client);
  await client.replicaof('127.0.0.1', '1');
  t.is(await client.hget(redisKeys.account('acme'), 'tier'), 'A3', 'it would answer others');
  await t.throwsAsync(store.findKey(hashApiKey(key)), { message: /^READONLY / });
  await client.replicaof('NO', 'ONE');
  t.like((await store.findKey(hashApiKey(key))).record, { revoked: false });
  t.teardown(() => client.config('SET', 'min-replicas-to-write', '0').then(() => {}));
  await client.config('SET', 'min-replicas-to-write', '1');
  await t.throwsAsync(store.findKey(hashApiKey(key)), { message: /^NOREPLICAS / });
});

test.serial('a read rejects while the server is loading its data', async (t) => {
  const redis = await startRedis(t, '--enable-debug-command', 'yes');
  const { client } = redis;
  const key = await addKey(redis);
  const store = createRedisAccountStore(client);
  await client.mset(Array.from({ length: 2000 }, (_, index) => [`k${index}`, '']).flat());
  await client.config('SET', 'loading-process-events-interval-bytes', '1024');
  await client.config('SET', 'key-load-delay', '300');
  const operator = client.duplicate();
  const reloaded = operator.debug('RELOAD');
  const error = await t.throwsAsync(async () => {
    for (;;) await store.findKey(hashApiKey(key));
  });
  t.regex(error?.message ?? '', /^LOADING /);
  await reloaded;
  operator.disconnect();
  t.like((await store.findKey(hashApiKey(key))).record, { account: { tier: 'A3' } });
});

test.serial('keys can be read at maxmemory', async (t) => {
  const key = await addKey(redis);
  t.teardown(() => redis.client.config('SET', 'maxmemory', '0').then(() => {}));
  await redis.client.config('SET', 'maxmemory', '1');
  const store = createRedisAccountStore(redis.client);
  t.like((await store.findKey(hashApiKey(key))).record, { account: { tier: 'A3' } });
});

test.serial('a planned revocation takes effect by the clock of Redis', async (t) => {
  const key = await addKey(redis);
  const store = createRedisAccountStore(redis.client);
  const revokeAt = (text: string) =>
    redis.client.hset(redisKeys.key(hashApiKey(key)), 'revokedAt', text);
  await revokeAt(new Date(Date.now() + 60_000).toISOString());
  const { revoked, revokedInMs = 0 } = (await store.findKey(hashApiKey(key))).record ?? {};
  t.false(revoked);
  t.true(revokedInMs > 50_000 && revokedInMs <= 60_000);
  for (const past of [new Date(Date.now() - 1).toISOString(), 'soon']) {
    await revokeAt(past);
    t.like((await store.findKey(hashApiKey(key))).record, { revoked: true });
  }
});

const log = createLog({ write: () => {} });

/** Connects to Redis as the service does, by a client that reconnects; resolves when the connection is ready. */
async function connect(t: Teardown, url: string): Promise<RedisConnection> {
  const redis = createReconnectingClient(url, (error) => log.error('redis_error', error));
  t.teardown(() => redis.disconnect());
  await once(redis, 'ready');
  return redis;
}

test.serial('a reply about another key is refused, and its connection is closed', async (t) => {
  const proxy = await startProxy(t, redis);
  const connection = await connect(t, proxy.url);
  const keys = [await addKey(redis, { id: 'swapped' }), createApiKey(randomBytes)];
  const clock = createManualClock();
  const { verify } = createVerifier({ store: createRedisAccountStore(connection), clock });
  const outcomeOf = (key: string) =>
    verify(key).then(
      ({ account }) => account.tier,
      ({ code }: ApiProblem) => code,
    );
  const ask = () => {
    clock.advance(reuseMs);
    return Promise.all(keys.map(outcomeOf));
  };
  t.deepEqual(await ask(), ['A3', 'invalid_key']);
  const swapped = proxy.swapReplies();
  const closed = once(connection, 'close');
  t.deepEqual(await ask(), ['upstream_unavailable', 'upstream_unavailable']);
  await Promise.all([swapped, closed]);
  await once(connection, 'ready');
  t.deepEqual(await ask(), ['A3', 'invalid_key'], 'the next connection is used');
});

test.serial(
  'a pause that only the clock of Redis shows is detected without a request',
  async (t) => {
    const connection = await connect(t, redis.url);
    const key = await addKey(redis, { id: 'paused' });
    const replies = new EventEmitter();
    const store = createRedisAccountStore(connection);
    const findKey = async (keyHash: string) => {
      const reply = await store.findKey(keyHash);
      setImmediate(() => replies.emit('reply'));
      return reply;
    };
    let now = 0;
    // Our clock hardly moves, as during a pause, while the clock of Redis continues.
    const clock = () => {
      now += 0.01;
      return now;
    };
    const verifier = createRedisVerifier({ ...store, findKey }, redis.url, log, {
      clock,
      reuseMs: 100,
    });
    t.teardown(verifier.stop);
    await verifier.subscribed;
    await verifier.verify(key);
    t.truthy(verifier.findCached(key));
    while (verifier.findCached(key)) await once(replies, 'reply');
    t.pass();
  },
);
