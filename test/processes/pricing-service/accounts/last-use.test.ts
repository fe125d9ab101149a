import test from 'ava';
import { hashApiKey } from '../../../../contract/api-key.ts';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { createLastUseRecorder } from '../../../../pricing-service/accounts/last-use.ts';
import { createRedisAccountStore } from '../../../../pricing-service/accounts/redis-account-store.ts';
import { createLog } from '../../../../pricing-service/log.ts';
import { createReconnectingClient } from '../../../../redis/connect.ts';
import { addKey } from '../../../helpers/pricing-app.ts';
import { startRedis } from '../../../helpers/redis-server.ts';

test.serial(
  'the use of a key is written once a UTC day, and again a minute after a failure',
  async (t) => {
    const server = await startRedis(t);
    const logged: string[] = [];
    const redis = createReconnectingClient(server.url, () => {});
    t.teardown(() => redis.disconnect());
    await new Promise((resolve) => redis.once('ready', resolve));
    const key = hashApiKey(await addKey(server));
    const store = createRedisAccountStore(redis);
    const under: Promise<unknown>[] = [];
    const recordUse = (keyHash: string, day: string) => {
      const noted = store.recordUse(keyHash, day);
      under.push(noted);
      return noted;
    };
    let now = Date.parse('2026-11-21T23:59:59.999Z');
    const note = createLastUseRecorder(
      { recordUse },
      createLog({ write: (line) => logged.push(line) }),
      () => now,
    );
    const noted = async () => {
      await Promise.allSettled(under);
      return server.client.hget(redisKeys.key(key), 'lastUsed');
    };
    note(key);
    note(key);
    t.is(await noted(), '2026-11-21');
    t.is(under.length, 1);
    now += 1;
    note(key);
    t.is(await noted(), '2026-11-22');
    // The clock of another process is behind.
    await store.recordUse(key, '2026-11-21');
    t.is(await noted(), '2026-11-22');

    now += 86_400_000;
    const ended = new Promise((resolve) => redis.once('close', resolve));
    await server.stop();
    await ended;
    note(key);
    note(key);
    await Promise.allSettled(under);
    t.is(under.length, 3);
    t.is(logged.filter((line) => line.includes('last_use_not_written')).length, 1);
    const ready = new Promise((resolve) => redis.once('ready', resolve));
    await server.start();
    await ready;
    now += 60_000;
    note(key);
    t.is(await noted(), '2026-11-23');
  },
);

test.serial(
  'after a clock was far ahead and is set back, the right day of the last use is written',
  async (t) => {
    const server = await startRedis(t);
    const key = hashApiKey(await addKey(server));
    const store = createRedisAccountStore(server.client);
    const under: Promise<unknown>[] = [];
    const recordUse = (keyHash: string, day: string) => {
      under.push(store.recordUse(keyHash, day));
      return Promise.all(under);
    };
    let now = Date.parse('2036-01-01T12:00:00Z');
    const note = createLastUseRecorder({ recordUse }, createLog({ write: () => {} }), () => now);
    const noted = async () => {
      await Promise.all(under);
      return server.client.hget(redisKeys.key(key), 'lastUsed');
    };
    note(key);
    t.is(await noted(), '2036-01-01');
    now = Date.parse('2026-11-21T12:00:00Z');
    note(key);
    note(key);
    t.is(await noted(), '2026-11-21');
    t.is(under.length, 2);
    // Set back by less than a day: the day that is stored counts.
    now -= 20 * 3_600_000;
    note(key);
    t.is(await noted(), '2026-11-21');
  },
);

test.serial('recording the use of a key without a record creates no record', async (t) => {
  const { client } = await startRedis(t);
  const store = createRedisAccountStore(client);
  await store.recordUse(hashApiKey('ppc_x'), '2026-11-21');
  t.is(await client.dbsize(), 0);
});
