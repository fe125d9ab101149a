import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { netPricesSchema } from '../../../../contract/release.ts';
import {
  catalogPricingSchema,
  productPricingSchema,
} from '../../../../contract/schemas/pricing.ts';
import { type ProductDetail, productDetailSchema } from '../../../../contract/schemas/product.ts';
import { loadNetPrices } from '../../../../releases/prices/load-prices.ts';
import { copyContent } from '../../../helpers/content.ts';
import {
  addKey,
  bearer,
  compileInto,
  detailPath,
  keyedPaths,
  type PricingApp,
  startPricingApp,
} from '../../../helpers/pricing-app.ts';
import { collectTeardowns } from '../../../helpers/teardown.ts';

const file = collectTeardowns();
let app: PricingApp;
test.before(async () => {
  app = await startPricingApp(file);
});
test.after.always(file.run);

/** Returns the net prices of a tier in the release. */
async function netPricesOf({ out }: PricingApp, tier: string, locale: string) {
  const file = join(out, 'current/private/net', tier, `${locale}.json`);
  return netPricesSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** Returns the net prices and net surcharges of a product in an answer, in the form in which a release has them. */
function toNetPrice({ net, sizes }: Pick<ProductDetail['pricing'], 'net' | 'sizes'>) {
  const surcharges = sizes.flatMap(({ name, surcharge }) =>
    surcharge?.net === undefined ? [] : [[name, surcharge.net]],
  );
  return { net, surcharges: Object.fromEntries(surcharges) as unknown };
}

test.serial('each route answers a document of its schema with the tier of the key', async (t) => {
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
  for (const tier of ['A1', 'A3']) {
    const headers = bearer(await addKey(app.redis, { id: tier, tier }));
    for (const locale of ['en-CA', 'en-US', 'fr-CA']) {
      const expected = await netPricesOf(app, tier, locale);
      const query = `?locale=${locale}`;
      const detail = await app.client(`${detailPath}${query}`, { headers });
      const product = await app.client(`${detailPath}/pricing${query}`, { headers });
      const catalogue = await app.client(`/v1/products/pricing${query}`, { headers });
      t.not(expected['TEE-1']?.surcharges['2XL'], undefined);
      t.deepEqual(toNetPrice(productDetailSchema.parse(detail.json()).pricing), expected['TEE-1']);
      t.deepEqual(toNetPrice(productPricingSchema.parse(product.json())), expected['TEE-1']);
      const { products } = catalogPricingSchema.parse(catalogue.json());
      const skus = products.map(({ sku }) => sku);
      t.deepEqual(skus, [...skus].sort());
      const found = products.map((each) => [each.sku, toNetPrice(each)]);
      t.deepEqual(Object.fromEntries(found), expected);
    }
  }
});

test.serial('two tiers get different prices and the same public part', async (t) => {
  const { client, redis } = app;
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
  const { client, redis, out } = app;
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

test.serial('without a locale the answer is in the default locale', async (t) => {
  const { client, redis } = app;
  const headers = bearer(await addKey(redis));
  for (const path of keyedPaths) {
    const unsaid = await client(path, { headers });
    const said = await client(`${path}?locale=en-CA`, { headers });
    t.is(unsaid.text, said.text, path);
    const other = await client(`${path}?locale=fr-CA&later=1&later=2`, { headers });
    t.is(other.status, 200, 'an unknown parameter is ignored');
  }
});

test.serial(
  'a product is found by its percent-encoded SKU, and SKUs are case-sensitive',
  async (t) => {
    const { client, redis } = app;
    const headers = bearer(await addKey(redis));
    t.is((await client('/v1/products/%54EE%2D1', { headers })).status, 200);
    t.is((await client('/v1/products/tee-1', { headers })).status, 404);
  },
);

test.serial('a price list is CSV in the format of its locale, with a file name', async (t) => {
  const { client, redis, manifest } = app;
  const headers = bearer(await addKey(redis));
  const path = '/v1/products/pricing?format=csv';
  const list = await client(`${path}&locale=fr-CA`, { headers });
  t.is(list.status, 200);
  t.is(list.headers['content-type'], 'text/csv; charset=utf-8');
  const name = `prices-fr-CA-${manifest.release}.csv`;
  t.is(list.headers['content-disposition'], `attachment; filename="${name}"`);
  const [head, ...rows] = list.text.split('\r\n');
  t.is(head, '\uFEFFsku;sizes;minQuantity;maxQuantity;currency;msrp;net;regularPrice');
  // The fixture's CAD prices; 2XL has a surcharge, the first bracket a markdown.
  t.deepEqual(
    rows.filter((row) => row.startsWith('TEE-1;')),
    [
      'TEE-1;"S, M";12;47;CAD;8020;"7919,13";"7969,13"',
      'TEE-1;"S, M";48;143;CAD;"8018,5";"7918,37";',
      'TEE-1;"S, M";144;;CAD;"8017,25";"7917,41";',
      'TEE-1;2XL;12;47;CAD;"14970,5";"14821,3";"14871,3"',
      'TEE-1;2XL;48;143;CAD;14969;"14820,54";',
      'TEE-1;2XL;144;;CAD;"14967,75";"14819,58";',
    ],
  );
  const skus = new Set(rows.slice(0, -1).map((row) => row.split(';')[0]));
  t.deepEqual([...skus], ['BAG-5', 'HOOD-2', 'JER-3', 'TEE-1']);
  t.is(rows.at(-1), '');
  const unsaid = await client(path, { headers });
  const said = await client(`${path}&locale=en-CA`, { headers });
  t.is(unsaid.text, said.text);
  t.regex(String(unsaid.headers['content-disposition']), /"prices-en-CA-/);
  t.true(unsaid.text.includes('\r\nTEE-1,2XL,12,47,CAD,14970.5,14821.3,14871.3\r\n'));
});

test.serial('the price list of a tier has the same prices as the JSON', async (t) => {
  const { client, redis } = app;
  for (const tier of ['A1', 'A3']) {
    const headers = bearer(await addKey(redis, { id: tier, tier }));
    const list = await client('/v1/products/pricing?format=csv', { headers });
    const { products } = catalogPricingSchema.parse(
      (await client('/v1/products/pricing', { headers })).json(),
    );
    const expected = products.flatMap(({ sku, net }) => net.map(({ price }) => `${sku} ${price}`));
    const cells = list.text.split('\r\n').map((row) => row.split(','));
    // Only the cell of the sizes contains commas.
    const found = new Set(cells.map((row) => `${row[0]} ${row.at(-2)}`));
    for (const each of expected) t.true(found.has(each), each);
  }
});

test.serial(
  'prices have the id of their release, also if they were copied from the previous release',
  async (t) => {
    const app = await startPricingApp(t);
    const { client, redis, out, manifest } = app;
    const headers = bearer(await addKey(redis));
    const path = '/v1/products/pricing';
    const before = await client(path, { headers });
    const tableBefore = await client(`${path}?format=csv`, { headers });
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
    const table = await client(`${path}?format=csv`, { headers });
    t.is(table.text, tableBefore.text);
    t.regex(String(table.headers['content-disposition']), new RegExp(`-${release}\\.csv"$`));
  },
);
