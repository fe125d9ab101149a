import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import test from 'ava';
import { Redis } from 'ioredis';
import { createRedisAccountStore } from '../../pricing-service/accounts/redis-accounts.ts';
import { createLog } from '../../pricing-service/log.ts';
import { createInTime, createRedis } from '../../pricing-service/redis.ts';
import { addKey } from '../helpers/pricing-app.ts';
import { startRedis } from '../helpers/redis-server.ts';

test.serial('an answer that arrived while the event loop was busy is not late', async (t) => {
  const server = await startRedis(t);
  const redis = new Redis(server.url);
  t.teardown(() => redis.disconnect());
  await redis.ping();
  const answer = createInTime()(redis.ping());
  const begun = performance.now();
  // The command is sent; then nothing is read for longer than the limit of a request.
  await new Promise((resolve) => setImmediate(resolve));
  while (performance.now() - begun < 900);
  t.is(await answer, 'PONG');
});

test.serial('a missing answer rejects', async (t) => {
  const error = await t.throwsAsync(createInTime(50)(new Promise(() => {})));
  t.is(error?.message, 'Redis did not answer within 50 ms (REDIS_TIMEOUT_MS)');
});

test.serial(
  'a server that stepped down is disconnected, and used again when it returns',
  async (t) => {
    const server = await startRedis(t);
    await addKey(server);
    const redis = createRedis(server.url, createLog({ write: () => {} }));
    t.teardown(() => redis.disconnect());
    await once(redis, 'ready');
    const store = createRedisAccountStore(redis);
    await store.findKey('0');
    await server.client.replicaof('127.0.0.1', '1');
    const left = once(redis, 'close');
    await t.throwsAsync(store.findKey('0'), { message: /^READONLY / });
    await left;
    await server.client.replicaof('NO', 'ONE');
    if (redis.status !== 'ready') await once(redis, 'ready');
    t.is((await store.findKey('0')).record, undefined);
  },
);
