import { join } from 'node:path';
import test from 'ava';
import { publish } from '../../../build/publish/publish.ts';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { createRedisNetPriceStore } from '../../../pricing-service/pricing/redis-net-prices.ts';
import { makeFolder } from '../../helpers/content.ts';
import { compileInto } from '../../helpers/pricing-app.ts';
import { startRedis } from '../../helpers/redis-server.ts';

test.serial('what was published is read: the release, one product, all of a tier', async (t) => {
  const { client } = await startRedis(t);
  const out = join(await makeFolder(t), 'dist');
  const { release } = await compileInto(out);
  const store = createRedisNetPriceStore(client);
  t.is(await store.activeRelease(), undefined);
  await publish(out, client);
  t.is(await store.activeRelease(), release);
  const all = await store.netPrices(release, 'A3', 'en-US');
  t.deepEqual(Object.keys(all).sort(), ['HOOD-2', 'JER-3', 'TEE-1', 'USA-4']);
  t.deepEqual(await store.netPrice(release, 'A3', 'en-US', 'USA-4'), all['USA-4']);
});

test.serial('an unknown product, tier or release has no prices', async (t) => {
  const store = createRedisNetPriceStore((await startRedis(t)).client);
  t.is(await store.netPrice('5def', 'A3', 'en-CA', 'NONE'), undefined);
  t.deepEqual(await store.netPrices('5def', 'A9', 'en-CA'), {});
});

test.serial('an entry that is no price is refused, alone and among others', async (t) => {
  const { client } = await startRedis(t);
  const store = createRedisNetPriceStore(client);
  const name = redisKeys.netPrices('5def', 'A3', 'en-CA');
  for (const text of ['not json', '{}', '{"net":[{"price":1}],"surcharges":{}}', 'null']) {
    await client.hset(name, 'TEE-1', text);
    await t.throwsAsync(store.netPrice('5def', 'A3', 'en-CA', 'TEE-1'), undefined, text);
    await t.throwsAsync(store.netPrices('5def', 'A3', 'en-CA'), undefined, text);
  }
});
