/** Tests the answers to test keys with a real Redis, and that requests with test keys change nothing in Redis. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { publicFiles } from '../../../../contract/release.ts';
import type { ProductPricing } from '../../../../contract/schemas/pricing.ts';
import type { ProductDetail } from '../../../../contract/schemas/product.ts';
import { testKeys, toTestPrices } from '../../../../contract/test-keys.ts';
import {
  addKey,
  answeredPaths,
  bearer,
  detailPath,
  nextState,
  type PricingApp,
  startPricingApp,
} from '../../../helpers/pricing-app.ts';

/** Requests each route with each test key. Returns for each answer: path, key, status, body and three header values. */
async function readAll({ client }: PricingApp) {
  const replies = testKeys.flatMap(({ key }) =>
    answeredPaths.map(async (path) => {
      const { status, text, headers } = await client(path, { headers: bearer(key) });
      const sent = ['x-test-key', 'retry-after', 'cache-control'].map((name) => headers[name]);
      return [path, key, status, text, ...sent];
    }),
  );
  return Promise.all(replies);
}

/** Returns the name and the serialized value of every Redis key, sorted by name. */
async function dump({ redis: { client } }: PricingApp) {
  const keys = (await client.keys('*')).sort();
  return Promise.all(keys.map(async (key) => [key, await client.dumpBuffer(key)]));
}

test.serial(
  'a test key gets the same answers with and without Redis, and changes nothing in Redis',
  async (t) => {
    const app = await startPricingApp(t);
    const before = await dump(app);
    const answered = await readAll(app);
    t.deepEqual(await dump(app), before);
    const ended = nextState(app, 'close');
    await app.redis.stop();
    await ended;
    t.deepEqual(await readAll(app), answered);
    t.deepEqual(
      answered.map(([, , status]) => status),
      [200, 200, 401, 401, 429, 503].flatMap((status) => answeredPaths.map(() => status)),
    );
    t.true(answered.every(([, , , , isTest]) => isTest === '1'));
  },
);

test.serial('a test key is answered before net prices were ever loaded into Redis', async (t) => {
  const app = await startPricingApp(t, { priced: false });
  for (const [, , status] of (await readAll(app)).slice(0, answeredPaths.length)) t.is(status, 200);
});

test.serial(
  'prices for a test key are computed from MSRP only, and differ from the prices of an account',
  async (t) => {
    const app = await startPricingApp(t);
    const { release } = app.manifest;
    const folder = join(app.out, 'releases', release);
    const file = join(folder, 'public', publicFiles.detail('TEE-1'));
    const detail = JSON.parse(await readFile(file, 'utf8')) as ProductDetail;
    await rm(join(folder, 'private'), { recursive: true });
    for (const tier of ['A3', 'A5']) {
      const { key = '' } = testKeys.find((each) => 'tier' in each && each.tier === tier) ?? {};
      const reply = await app.client(`${detailPath}/pricing`, { headers: bearer(key) });
      const prices = reply.json() as ProductPricing;
      t.deepEqual(prices.net, toTestPrices(detail, tier).net);
      t.is(prices.priceTier, tier);
      const account = await addKey(app.redis, { id: tier.toLowerCase(), tier: 'A3' });
      const real = await app.client(`${detailPath}/pricing`, { headers: bearer(account) });
      t.notDeepEqual((real.json() as ProductPricing).net, prices.net);
    }
  },
);

test.serial('disabled test keys get invalid_key, like unknown keys', async (t) => {
  const app = await startPricingApp(t, { testKeys: false });
  for (const [path, , status, text, isTest, , cacheControl] of await readAll(app)) {
    t.is(status, 401, String(path));
    t.is(JSON.parse(String(text)).code, 'invalid_key');
    t.deepEqual([isTest, cacheControl], [undefined, 'no-store']);
  }
});

test.serial(
  'a damaged export causes a logged internal_error, and a missing one upstream_unavailable',
  async (t) => {
    const app = await startPricingApp(t);
    const path = '/v1/products/pricing';
    const file = join(
      app.out,
      'releases',
      app.manifest.release,
      'public/v1/export/fr-CA.ndjson.gz',
    );
    const whole = await readFile(file);
    const [{ key }] = testKeys;
    const ask = () => app.client(`${path}?locale=fr-CA`, { headers: bearer(key) });
    await rm(file);
    t.is((await ask()).status, 503);
    await writeFile(file, whole.subarray(0, whole.length / 2));
    t.is((await ask()).status, 500);
    t.is(app.logged.length, 2);
    t.is((await app.client(path, { headers: bearer(key) })).status, 200);
  },
);
