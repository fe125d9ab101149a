/** `GET /v1/sync/activeProduct` */
import { locales } from '../../../contract/locales.ts';
import type { SyncItem } from '../../../contract/schemas/sync.ts';
import { clientOf, type Topic } from './suite.ts';

const route = '/v1/sync/activeProduct';
const companies = ['maple-promo', 'lakeshore-supply', 'prairie-merch'];

export const sync: Topic = (test, subject) => {
  test('the listing of every company matches the OpenAPI document and is sorted by SKU', async (t) => {
    for (const locale of locales) {
      const reply = await clientOf(subject())(`${route}?locale=${locale}`);
      const skus = (reply.json() as SyncItem[]).map(({ sku }) => sku);
      t.deepEqual(skus, [...skus].sort());
      t.true(skus.length > 50);
    }
  });

  test('a company sees what it sells and nothing else', async (t) => {
    const client = clientOf(subject());
    const all = (await client(route)).json() as SyncItem[];
    for (const company of companies) {
      const reply = await client(`${route}?company=${company}`);
      t.deepEqual(
        reply.json(),
        all.filter((item) => item.companies.includes(company)),
      );
    }
  });

  test('an item leads to the detail of its product', async (t) => {
    const client = clientOf(subject());
    const [item] = (await client(`${route}?locale=fr-CA`)).json() as [SyncItem];
    const { pathname, search } = new URL(item.url);
    const detail = (await client(pathname + search)).json() as Record<string, unknown>;
    t.like(detail, { sku: item.sku, locale: 'fr-CA', productName: item.productName });
  });

  test('bad parameters are told as a plain error that names what is allowed', async (t) => {
    const cases = [
      ['company=nobody', companies.join(', ')],
      ['company=', companies.join(', ')],
      ['company=all', companies.join(', ')],
      [`company=${'a'.repeat(300)}`, companies.join(', ')],
      ['company=maple-promo%0A', companies.join(', ')],
      ['company=Maple-Promo', companies.join(', ')],
      ['company=..%2F..%2Fcurrent', companies.join(', ')],
      ['company=maple-promo&company=maple-promo', 'more than once'],
      ['locale=xx', locales.join(', ')],
      ['locale=', locales.join(', ')],
      ['locale=en-CA&locale=en-CA', 'more than once'],
      ['locale=%', 'percent-encoded'],
    ] as const;
    for (const [query, words] of cases) {
      const reply = await clientOf(subject())(`${route}?${query}`);
      t.is(reply.status, 400, query);
      t.is(reply.headers['content-type'], 'application/json');
      const body = reply.json() as { error: string };
      t.deepEqual(Object.keys(body), ['error']);
      t.true(body.error.includes(words), `${query}: ${body.error}`);
      t.is(reply.headers['cache-control'], 'no-store');
    }
  });

  test('health and sync are outside the advisory limit', async (t) => {
    const client = clientOf(subject());
    for (const path of [route, '/v1/health', '/openapi.json']) {
      const { headers } = await client(path);
      t.is(headers['ratelimit'], undefined);
      t.is(headers['ratelimit-policy'], undefined);
    }
  });
};
