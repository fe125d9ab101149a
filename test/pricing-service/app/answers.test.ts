import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { netPricesSchema } from '../../../contract/release.ts';
import { catalogPricingSchema, productPricingSchema } from '../../../contract/schemas/pricing.ts';
import { productDetailSchema } from '../../../contract/schemas/product.ts';
import { loadNetPrices } from '../../../releases/prices/load-prices.ts';
import { copyContent } from '../../helpers/content.ts';
import {
  addKey,
  bearer,
  compileInto,
  detailPath,
  keyedPaths,
  type PricingApp,
  startPricingApp,
} from '../../helpers/pricing-app.ts';

/** The net prices of a tier, as the release has them. */
async function netPricesOf({ out }: PricingApp, tier: string, locale: string) {
  const file = join(out, 'current/private/net', tier, `${locale}.json`);
  return netPricesSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

test.serial('each route answers a document of its schema with the tier of the key', async (t) => {
  const app = await startPricingApp(t);
  const headers = bearer(await addKey(app.redis));
  const [detail, product, catalogue] = await Promise.all(
    keyedPaths.map((path) => app.client(path, { headers })),
  );
  for (const reply of [detail, product, catalogue]) {
    t.is(reply?.status, 200);
    t.is(reply?.headers['content-type'], 'application/json');
  }
  t.is(productDetailSchema.strict().parse(detail?.json()).pricing.priceTier, 'A3');
  t.is(productPricingSchema.strict().parse(product?.json()).priceTier, 'A3');
  t.is(catalogPricingSchema.strict().parse(catalogue?.json()).priceTier, 'A3');
});

test.serial('prices are those of the account, on every route and in every locale', async (t) => {
  const app = await startPricingApp(t);
  for (const tier of ['A1', 'A3']) {
    const headers = bearer(await addKey(app.redis, { id: tier, tier }));
    for (const locale of ['en-CA', 'en-US', 'fr-CA']) {
      const expected = await netPricesOf(app, tier, locale);
      const query = `?locale=${locale}`;
      const detail = await app.client(`${detailPath}${query}`, { headers });
      const product = await app.client(`${detailPath}/pricing${query}`, { headers });
      const catalogue = await app.client(`/v1/products/pricing${query}`, { headers });
      const { net } = productDetailSchema.parse(detail.json()).pricing;
      t.deepEqual(net, expected['TEE-1']?.net);
      t.deepEqual(productPricingSchema.parse(product.json()).net, net);
      const { products } = catalogPricingSchema.parse(catalogue.json());
      const found = products.map((each) => [each.sku, each.net]);
      const wanted = Object.entries(expected).map(([sku, each]) => [sku, each.net]);
      t.deepEqual(found, wanted.sort());
    }
  }
});

test.serial('two tiers get different prices and the same public part', async (t) => {
  const { client, redis } = await startPricingApp(t);
  const replies = await Promise.all(
    ['A1', 'A3'].map(async (tier) => {
      const key = await addKey(redis, { id: tier, tier });
      return productPricingSchema.parse(
        (await client(`${detailPath}/pricing`, { headers: bearer(key) })).json(),
      );
    }),
  );
  const [first, second] = replies;
  t.notDeepEqual(first?.net, second?.net);
  t.deepEqual(first?.msrp, second?.msrp);
});

test.serial('a keyed detail is the public one plus net prices', async (t) => {
  const { client, redis, out } = await startPricingApp(t);
  const headers = bearer(await addKey(redis));
  for (const sku of ['TEE-1', 'HOOD-2', 'JER-3', 'BAG-5']) {
    const keyed = (await client(`/v1/products/${sku}`, { headers })).json() as Detail;
    const file = join(out, 'current/public/v1/products', sku, 'en-CA.json');
    const open = JSON.parse(await readFile(file, 'utf8')) as Detail;
    const { net, priceTier, sizes, ...pricing } = keyed.pricing;
    t.truthy(net);
    t.is(priceTier, 'A3');
    const publicSizes = sizes.map(({ name, surcharge }) =>
      surcharge?.msrp === undefined ? { name } : { name, surcharge: { msrp: surcharge.msrp } },
    );
    t.deepEqual({ ...keyed, pricing: { ...pricing, sizes: publicSizes } } as Detail, open);
  }
});

interface Detail {
  readonly pricing: {
    readonly net?: unknown;
    readonly priceTier?: string;
    readonly sizes: readonly { name: string; surcharge?: { msrp?: number; net?: number } }[];
  };
}

test.serial('without a locale the answer is that of the default one', async (t) => {
  const { client, redis } = await startPricingApp(t);
  const headers = bearer(await addKey(redis));
  for (const path of keyedPaths) {
    const unsaid = await client(path, { headers });
    const said = await client(`${path}?locale=en-CA`, { headers });
    t.is(unsaid.text, said.text, path);
    const other = await client(`${path}?locale=fr-CA&later=1&later=2`, { headers });
    t.is(other.status, 200, 'an unknown parameter is ignored');
  }
});

test.serial('a product is found under its encoded SKU and in no other case', async (t) => {
  const { client, redis } = await startPricingApp(t);
  const headers = bearer(await addKey(redis));
  t.is((await client('/v1/products/%54EE%2D1', { headers })).status, 200);
  t.is((await client('/v1/products/tee-1', { headers })).status, 404);
});

test.serial(
  'prices name their release, also when they were copied from the one before',
  async (t) => {
    const app = await startPricingApp(t);
    const { client, redis, out, manifest } = app;
    const headers = bearer(await addKey(redis));
    const path = '/v1/products/pricing';
    const before = await client(path, { headers });
    t.is(catalogPricingSchema.parse(before.json()).release, manifest.release);
    const content = await copyContent(t);
    await content.replace('products/TEE-1.json', 'A tee.', 'A better tee.');
    const { release } = await compileInto(out, content.path);
    await loadNetPrices(redis.client, out, release, { base: manifest.release });
    app.clock.advance(1000);
    const storedOf = (id: string) =>
      redis.client.hgetBuffer(redisKeys.catalog(id), redisKeys.catalogField('A3', 'en-CA'));
    t.deepEqual(await storedOf(release), await storedOf(manifest.release));

    const held = { ...headers, 'if-none-match': String(before.headers['etag']) };
    const after = await client(path, { headers: held });
    t.is(after.status, 200);
    t.not(release, manifest.release);
    const { release: named, ...prices } = after.json() as Record<string, unknown>;
    t.is(named, release);
    t.deepEqual({ ...prices, release: manifest.release }, before.json() as typeof prices);
  },
);
