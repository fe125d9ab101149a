/** Tests of test keys, public keys with a fixed outcome each, on every keyed route. */
import { problems } from '../../../contract/problems.ts';
import type { CatalogPricing, ProductPricing } from '../../../contract/schemas/pricing.ts';
import type { ProductDetail } from '../../../contract/schemas/product.ts';
import { testKeys, toTestPrices } from '../../../contract/test-keys.ts';
import { assertProblem, clientOf, type Topic, withKey } from './suite.ts';

const detailPath = '/v1/products/SWT400';
const listPath = '/v1/products/pricing';
const bearer = (key: string) => ({ headers: { Authorization: `Bearer ${key}` } });
const [{ key: pricedKey }] = testKeys;

export const testKeyAnswers: Topic = (test, subject) => {
  test('each test key for a problem gets this problem on every keyed route', async (t) => {
    for (const { key, ...outcome } of testKeys) {
      if (!('problem' in outcome)) continue;
      const { problem: code } = outcome;
      const { status } = problems[code];
      for (const path of [detailPath, `${detailPath}/pricing`, listPath, `${listPath}.csv`]) {
        const reply = await clientOf(subject())(path, bearer(key));
        assertProblem(t, reply, { code, status, instance: path.replace(/\?.*/, '') });
        t.like(reply.headers, { 'x-test-key': '1', 'cache-control': 'no-store' });
        t.is(/^[1-9]\d*$/.test(String(reply.headers['retry-after'])), status > 401, path);
      }
    }
  });

  test('each test key for a tier gets prices computed from MSRP on every keyed route', async (t) => {
    const client = clientOf(subject());
    for (const { key, ...outcome } of testKeys) {
      if (!('tier' in outcome)) continue;
      const read = async (path: string) => {
        const reply = await client(`${path}?locale=fr-CA`, bearer(key));
        t.like(reply.headers, { 'x-test-key': '1', 'cache-control': 'private, no-cache' });
        return reply.json();
      };
      const anyone = (await client(`${detailPath}?locale=fr-CA`)).json() as ProductDetail;
      const { net, surcharges } = toTestPrices(anyone, outcome.tier);
      const prices = (await read(`${detailPath}/pricing`)) as ProductPricing;
      t.deepEqual([prices.priceTier, prices.net], [outcome.tier, net]);
      const netSurcharges = prices.sizes.flatMap(({ name, surcharge }) =>
        surcharge?.net === undefined ? [] : [[name, surcharge.net]],
      );
      t.deepEqual(Object.fromEntries(netSurcharges), surcharges);
      const { designCredits: _, ...inDetail } = ((await read(detailPath)) as ProductDetail).pricing;
      t.deepEqual({ sku: 'SWT400', ...inDetail } as ProductPricing, prices);
      const { products, release: __, ...head } = (await read(listPath)) as CatalogPricing;
      t.deepEqual({ ...products.find(({ sku }) => sku === 'SWT400'), ...head }, prices);
    }
  });

  test('an answer to a test key can be revalidated, and other answers have no X-Test-Key', async (t) => {
    const client = clientOf(subject());
    const { headers } = await client(detailPath, bearer(pricedKey));
    const held = { ...bearer(pricedKey).headers, 'If-None-Match': String(headers['etag']) };
    const unchanged = await client(detailPath, { headers: held });
    t.deepEqual([unchanged.status, unchanged.headers['x-test-key']], [304, '1']);
    for (const options of [{}, withKey(subject(), 'A3'), withKey(subject(), 'revoked')]) {
      t.is((await client(detailPath, options)).headers['x-test-key'], undefined);
    }
  });
};
