import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import test from 'ava';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { storedPricingSchema } from '../../../../contract/schemas/pricing.ts';
import { createRedisNetPriceStore } from '../../../../pricing-service/pricing/redis-net-prices.ts';
import { makeFolder } from '../../../helpers/content.ts';
import { loadCurrent } from '../../../helpers/load-current.ts';
import { compileInto } from '../../../helpers/pricing-app.ts';
import { type RedisServer, startRedis } from '../../../helpers/redis-server.ts';
import { collectTeardowns } from '../../../helpers/teardown.ts';

const file = collectTeardowns();
let redis: RedisServer;
test.before(async () => {
  redis = await startRedis(file);
});
test.after.always(file.run);

test.serial(
  'the store returns the facts of a release, one product and a whole catalogue',
  async (t) => {
    const { client } = redis;
    const out = join(await makeFolder(t), 'dist');
    const { release } = await compileInto(out);
    const store = createRedisNetPriceStore(client);
    t.is(await store.releaseFacts(release), undefined);
    await loadCurrent(out, client);
    t.deepEqual(await store.releaseFacts(release), { release, defaultLocale: 'en-CA' });
    const packed = await store.catalogPricing(release, 'A3', 'en-US');
    const { products } = storedPricingSchema.parse(JSON.parse(String(gunzipSync(packed ?? ''))));
    const skus = products.map(({ sku }) => sku);
    t.deepEqual(skus, ['HOOD-2', 'JER-3', 'TEE-1', 'USA-4']);
    const price = await store.netPrice(release, 'A3', 'en-US', 'USA-4');
    t.deepEqual(price?.net, products[3]?.net);
  },
);

test.serial('an unknown product, tier or release has no prices', async (t) => {
  const store = createRedisNetPriceStore(redis.client);
  t.is(await store.netPrice('5def', 'A3', 'en-CA', 'NONE'), undefined);
  t.is(await store.catalogPricing('5def', 'A9', 'en-CA'), undefined);
});

test.serial('an invalid price entry is refused', async (t) => {
  const { client } = redis;
  const store = createRedisNetPriceStore(client);
  const name = redisKeys.netPrices('5def', 'A3', 'en-CA');
  for (const text of ['not json', '{}', '{"net":[{"price":1}],"surcharges":{}}', 'null']) {
    await client.hset(name, 'TEE-1', text);
    await t.throwsAsync(store.netPrice('5def', 'A3', 'en-CA', 'TEE-1'), undefined, text);
  }
});

test.serial('a release has facts only if all of its prices are loaded', async (t) => {
  const { client } = redis;
  const store = createRedisNetPriceStore(client);
  const catalog = redisKeys.catalog('5def');
  await client.hset(catalog, 'defaultLocale', 'fr-CA');
  t.is(await store.releaseFacts('5def'), undefined, 'its tiers are written last');
  await client.sadd(redisKeys.tiers('5def'), 'A3');
  t.deepEqual(await store.releaseFacts('5def'), { release: '5def', defaultLocale: 'fr-CA' });
  await client.hset(catalog, 'defaultLocale', 'xx-XX');
  t.is(await store.releaseFacts('5def'), undefined, 'not a locale');
  await client.del(catalog);
  t.is(await store.releaseFacts('5def'), undefined);
});
