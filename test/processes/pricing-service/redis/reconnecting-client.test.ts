import { once } from 'node:events';
import test from 'ava';
import { createRedisAccountStore } from '../../../../pricing-service/accounts/redis-account-store.ts';
import { createReconnectingClient } from '../../../../redis/connect.ts';
import { addKey } from '../../../helpers/pricing-app.ts';
import { startRedis } from '../../../helpers/redis-server.ts';

test.serial(
  'a server that stepped down is disconnected, and used again when it returns',
  async (t) => {
    const server = await startRedis(t);
    await addKey(server);
    const redis = createReconnectingClient(server.url, () => {});
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
