/** The answers of the three routes: prices of the account's tier, representations and entity tags. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { netPricesSchema } from '../../../contract/release.ts';
import { catalogPricingSchema, productPricingSchema } from '../../../contract/schemas/pricing.ts';
import { type ProductDetail, productDetailSchema } from '../../../contract/schemas/product.ts';
import {
  answeredPaths,
  bearer,
  detailPath,
  keyedPaths,
  type PricingApp,
  startPricingApp,
} from '../../helpers/pricing-app.ts';
import { newKey, sharedApp } from './shared-app.ts';

/** Returns the net prices of a product in an answer, in the form in which a release has them. */
function toNetPrice({ net, sizes }: Pick<ProductDetail['pricing'], 'net' | 'sizes'>) {
  const surcharges = sizes.flatMap(({ name, surcharge }) =>
    surcharge?.net === undefined ? [] : [[name, surcharge.net]],
  );
  return { net, surcharges: Object.fromEntries(surcharges) as unknown };
}

test.serial('prices are those of the account, on every route and in every locale', async (t) => {
  const app = await sharedApp();
  const { client, out } = app;
  for (const tier of ['A1', 'A3']) {
    const headers = bearer(await newKey(app, { id: tier, tier }));
    for (const locale of ['en-CA', 'en-US', 'fr-CA']) {
      const file = join(out, 'current/private/net', tier, `${locale}.json`);
      const expected = netPricesSchema.parse(JSON.parse(await readFile(file, 'utf8')));
      const [detail, product, catalogue] = await Promise.all(
        keyedPaths.map(async (path) =>
          (await client(`${path}?locale=${locale}`, { headers })).json(),
        ),
      );
      const { pricing } = productDetailSchema.strict().parse(detail);
      const prices = productPricingSchema.strict().parse(product);
      const { products, ...head } = catalogPricingSchema.strict().parse(catalogue);
      t.deepEqual([pricing.priceTier, prices.priceTier, head.priceTier], [tier, tier, tier]);
      t.not(expected['TEE-1']?.surcharges['2XL'], undefined);
      t.deepEqual(toNetPrice(pricing), expected['TEE-1']);
      t.deepEqual(toNetPrice(prices), expected['TEE-1']);
      const skus = products.map(({ sku }) => sku);
      t.deepEqual(skus, [...skus].sort());
      const found = products.map((each) => [each.sku, toNetPrice(each)]);
      t.deepEqual(Object.fromEntries(found), expected);
    }
  }
});

test.serial('a keyed detail is the public one plus net prices', async (t) => {
  const app = await sharedApp();
  const { client, out } = app;
  const headers = bearer(await newKey(app));
  for (const sku of ['TEE-1', 'HOOD-2', 'JER-3', 'BAG-5']) {
    const keyed = (await client(`/v1/products/${sku}`, { headers })).json() as ProductDetail;
    const file = join(out, 'current/public/v1/products', sku, 'en-CA.json');
    const open = JSON.parse(await readFile(file, 'utf8')) as ProductDetail;
    const { net, priceTier, sizes, ...pricing } = keyed.pricing;
    t.truthy(net);
    const publicSizes = sizes.map(({ name, surcharge }) =>
      surcharge?.msrp === undefined ? { name } : { name, surcharge: { msrp: surcharge.msrp } },
    );
    t.deepEqual({ ...keyed, pricing: { ...pricing, sizes: publicSizes } }, open);
  }
});

test.serial(
  'without a locale the answer is in the default locale, and an unknown parameter is ignored',
  async (t) => {
    const app = await sharedApp();
    const { client } = app;
    const headers = bearer(await newKey(app));
    for (const path of keyedPaths) {
      const said = await client(`${path}?locale=en-CA&later=1&later=2`, { headers });
      t.is((await client(path, { headers })).text, said.text, path);
    }
  },
);

test.serial(
  'a price list is CSV in the format of its locale, with a file name and the prices of the JSON',
  async (t) => {
    const app = await sharedApp();
    const { client, manifest } = app;
    const headers = bearer(await newKey(app));
    const path = '/v1/products/pricing.csv';
    const list = await client(`${path}?locale=fr-CA`, { headers });
    t.is(list.headers['content-type'], 'text/csv; charset=utf-8');
    const name = `prices-fr-CA-${manifest.release}.csv`;
    t.is(list.headers['content-disposition'], `attachment; filename="${name}"`);
    const [head, ...rows] = list.text.split('\r\n');
    t.is(
      head,
      '\uFEFFsku;productName;brand;category;colors;colorCount;sizes;minimumOrder;minQuantity;maxQuantity;currency;msrp;net;regularPrice;until;upcomingFrom;upcomingMsrp;upcomingNet',
    );
    const tee =
      'TEE-1;Tee-shirt Sel & < Poivre >;Acme & Sons;Tee-shirts;"Marine, Gris et marine";2;';
    // The fixture's CAD prices; 2XL has a surcharge, the first bracket a markdown.
    t.deepEqual(
      rows.filter((row) => row.startsWith('TEE-1;')),
      [
        `${tee}"S, M";12;12;47;CAD;8020;"7919,13";"7969,13";;;;`,
        `${tee}"S, M";12;48;143;CAD;"8018,5";"7918,37";;;;;`,
        `${tee}"S, M";12;144;;CAD;"8017,25";"7917,41";;;;;`,
        `${tee}2XL;12;12;47;CAD;"14970,5";"14821,3";"14871,3";;;;`,
        `${tee}2XL;12;48;143;CAD;14969;"14820,54";;;;;`,
        `${tee}2XL;12;144;;CAD;"14967,75";"14819,58";;;;;`,
      ],
    );
    const english = await client(path, { headers });
    t.regex(String(english.headers['content-disposition']), /"prices-en-CA-/);
    const { products } = catalogPricingSchema.parse(
      (await client('/v1/products/pricing', { headers })).json(),
    );
    // Only cells before the prices contain commas.
    const cells = english.text.split('\r\n').map((row) => row.split(','));
    const found = new Set(cells.map((row) => `${row[0]} ${row.at(-6)}`));
    for (const { sku, net } of products) {
      for (const { price } of net) t.true(found.has(`${sku} ${price}`), sku);
    }
  },
);

test.serial('equal content has equal entity tags after a restart of the service', async (t) => {
  const etagOf = async (app: PricingApp) =>
    (await app.client(detailPath, { headers: bearer(await newKey(app)) })).headers['etag'];
  t.is(await etagOf(await startPricingApp(t)), await etagOf(await sharedApp()));
});

test.serial(
  'a release without price lists, as an earlier version or npm run dev makes it, gets the same lists',
  async (t) => {
    const app = await startPricingApp(t);
    const headers = bearer(await newKey(app));
    const paths = answeredPaths.slice(-2);
    const bodies = async ({ client }: PricingApp) =>
      Promise.all(paths.map(async (path) => (await client(path, { headers })).text));
    const before = await bodies(app);
    const file = join(app.out, 'current/manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    for (const name of Object.keys(manifest.files)) {
      if (name.startsWith('private/pricing/')) delete manifest.files[name];
    }
    await writeFile(file, JSON.stringify(manifest));
    t.deepEqual(await bodies(await startPricingApp(t, { out: app.out, redis: app.redis })), before);
  },
);
