/** Tests of test keys: each outcome on every keyed route. */
import { problems } from '../../../contract/problems.ts';
import type { Health } from '../../../contract/schemas/health.ts';
import type { CatalogPricing, ProductPricing } from '../../../contract/schemas/pricing.ts';
import type { ProductDetail } from '../../../contract/schemas/product.ts';
import { testKeys, toTestPrices } from '../../../contract/test-keys.ts';
import { assertProblem, clientOf, type Topic, withKey } from './suite.ts';

const routes = ['/v1/products/SWT400', '/v1/products/SWT400/pricing', '/v1/products/pricing'];
const queries = ['', '?locale=fr-CA'];
const bearer = (key: string) => ({ headers: { Authorization: `Bearer ${key}` } });

export const testKeyAnswers: Topic = (test, subject) => {
  for (const { key, ...outcome } of testKeys) {
    if ('problem' in outcome) {
      const { problem: code } = outcome;
      test(`the test key for ${code} gets this problem on every keyed route`, async (t) => {
        const client = clientOf(subject());
        for (const path of [...routes, '/v1/products/pricing?format=csv']) {
          const reply = await client(path, bearer(key));
          const { status } = problems[code];
          const instance = path.replace(/\?.*/, '');
          assertProblem(t, subject(), reply, { code, status, instance });
          t.is(reply.headers['x-test-key'], '1');
          t.is(reply.headers['cache-control'], 'no-store');
          t.is(reply.headers['access-control-allow-origin'], undefined);
          t.is(/^[1-9]\d*$/.test(String(reply.headers['retry-after'])), status > 401, path);
        }
      });
      continue;
    }
    const { tier } = outcome;
    test(`the test key for ${tier} gets prices computed from MSRP on every keyed route`, async (t) => {
      const client = clientOf(subject());
      for (const query of queries) {
        const [detail, one, all] = await Promise.all(
          routes.map(async (path) => {
            const reply = await client(path + query, bearer(key));
            t.is(reply.status, 200);
            t.is(reply.headers['x-test-key'], '1');
            t.is(reply.headers['cache-control'], 'private, no-cache');
            t.is(reply.headers['vary'], 'Accept-Encoding, Authorization');
            t.is(reply.headers['access-control-allow-origin'], undefined);
            return reply.json();
          }),
        );
        const anyone = (await client(`/v1/products/SWT400${query}`)).json() as ProductDetail;
        const { net, surcharges } = toTestPrices(anyone, tier);
        const prices = one as ProductPricing;
        t.deepEqual([prices.priceTier, prices.net], [tier, net]);
        const netSurcharges = prices.sizes.flatMap(({ name, surcharge }) =>
          surcharge?.net === undefined ? [] : [[name, surcharge.net]],
        );
        t.deepEqual(Object.fromEntries(netSurcharges), surcharges);
        t.true(netSurcharges.length > 0);
        const { designCredits: _, ...priced } = (detail as ProductDetail).pricing;
        t.deepEqual({ sku: 'SWT400', ...priced } as ProductPricing, prices);
        const { products, release, ...head } = all as CatalogPricing;
        t.deepEqual({ ...products.find(({ sku }) => sku === 'SWT400'), ...head }, prices);
        t.is(release, ((await client('/v1/health')).json() as Health).release);
      }
    });
  }

  test('catalogue prices for a test key have the same products as for an account, with other prices', async (t) => {
    const client = clientOf(subject());
    const [{ key }] = testKeys;
    for (const query of queries) {
      const path = `/v1/products/pricing${query}`;
      const ofTest = (await client(path, bearer(key))).json() as CatalogPricing;
      const account = (await client(path, withKey(subject(), 'A3'))).json() as CatalogPricing;
      const publicOf = ({ products }: CatalogPricing) =>
        products.map(({ sku, msrp }) => [sku, msrp]);
      t.deepEqual(publicOf(ofTest), publicOf(account));
      t.notDeepEqual(ofTest.products, account.products);
    }
  });

  test('the price list for a test key has the same prices as its catalogue prices', async (t) => {
    const client = clientOf(subject());
    const [{ key }] = testKeys;
    const list = await client('/v1/products/pricing?format=csv', bearer(key));
    t.is(list.headers['content-type'], 'text/csv; charset=utf-8');
    t.is(list.headers['x-test-key'], '1');
    const { products } = (
      await client('/v1/products/pricing', bearer(key))
    ).json() as CatalogPricing;
    const [, ...rows] = list.text
      .trimEnd()
      .split('\r\n')
      .map((row) => row.split(','));
    const [first] = products;
    const [row] = rows;
    t.deepEqual([row?.[0], Number(row?.at(-2))], [first?.sku, first?.net[0]?.price]);
    t.deepEqual(new Set(rows.map(([sku]) => sku)), new Set(products.map(({ sku }) => sku)));
  });

  test('an answer to a test key can be revalidated, and other answers have no X-Test-Key', async (t) => {
    const client = clientOf(subject());
    const [{ key }] = testKeys;
    const [path = ''] = routes;
    const { headers } = await client(path, bearer(key));
    const again = { ...bearer(key).headers, 'If-None-Match': String(headers['etag']) };
    const unchanged = await client(path, { headers: again });
    t.deepEqual([unchanged.status, unchanged.headers['x-test-key']], [304, '1']);
    for (const options of [{}, withKey(subject(), 'A3'), withKey(subject(), 'revoked')]) {
      t.is((await client(path, options)).headers['x-test-key'], undefined);
    }
  });

  test('an invalid request with a test key gets the problem of the invalid part', async (t) => {
    const client = clientOf(subject());
    const [{ key }] = testKeys;
    const cases = [
      ['/v1/products/NONE', 'product_not_found'],
      ['/v1/products/_/pricing', 'invalid_sku'],
      ['/v1/products/pricing?locale=de-DE', 'unsupported_locale'],
      ['/v1/products/pricing?format=json', 'invalid_request'],
    ] as const;
    for (const [path, code] of cases) {
      t.is(((await client(path, bearer(key))).json() as { code: string }).code, code);
    }
  });
};
