import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import test from 'ava';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { catalogPricingSchema } from '../../../contract/schemas/pricing.ts';
import { createRedisNetPriceStore } from '../../../pricing-service/pricing/redis-net-prices.ts';
import { publish } from '../../../releases/publish/publish.ts';
import { makeFolder } from '../../helpers/content.ts';
import { compileInto } from '../../helpers/pricing-app.ts';
import { startRedis } from '../../helpers/redis-server.ts';

test.serial(
  'the store returns the published release, one product and a whole catalogue',
  async (t) => {
    const { client } = await startRedis(t);
    const out = join(await makeFolder(t), 'dist');
    const { release } = await compileInto(out);
    const store = createRedisNetPriceStore(client);
    t.is(await store.activeRelease(), undefined);
    await publish(out, client);
    t.deepEqual(await store.activeRelease(), { release, defaultLocale: 'en-CA' });
    const packed = await store.catalogPricing(release, 'A3', 'en-US');
    const { products } = catalogPricingSchema.parse(JSON.parse(String(gunzipSync(packed ?? ''))));
    const skus = products.map(({ sku }) => sku);
    t.deepEqual(skus, ['HOOD-2', 'JER-3', 'TEE-1', 'USA-4']);
    const price = await store.netPrice(release, 'A3', 'en-US', 'USA-4');
    t.deepEqual(price?.net, products[3]?.net);
  },
);

test.serial('an unknown product, tier or release has no prices', async (t) => {
  const store = createRedisNetPriceStore((await startRedis(t)).client);
  t.is(await store.netPrice('5def', 'A3', 'en-CA', 'NONE'), undefined);
  t.is(await store.catalogPricing('5def', 'A9', 'en-CA'), undefined);
});

test.serial('an invalid price entry is refused', async (t) => {
  const { client } = await startRedis(t);
  const store = createRedisNetPriceStore(client);
  const name = redisKeys.netPrices('5def', 'A3', 'en-CA');
  for (const text of ['not json', '{}', '{"net":[{"price":1}],"surcharges":{}}', 'null']) {
    await client.hset(name, 'TEE-1', text);
    await t.throwsAsync(store.netPrice('5def', 'A3', 'en-CA', 'TEE-1'), undefined, text);
  }
});

test.serial('an incomplete active release is refused with its remedy', async (t) => {
  const { client } = await startRedis(t);
  const store = createRedisNetPriceStore(client);
  await client.set(redisKeys.activeRelease, '5def');
  await t.throwsAsync(store.activeRelease(), { message: /5def is not whole.+npm run publish/ });
});
