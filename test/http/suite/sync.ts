/** Tests of `GET /v1/sync/activeProduct`. */
import { locales } from '../../../contract/locales.ts';
import { invalidRequestDetails, problems } from '../../../contract/problems.ts';
import type { SyncItem } from '../../../contract/schemas/sync.ts';
import { sendRaw } from '../../helpers/http-client.ts';
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

  test('a company gets only the products that it sells', async (t) => {
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

  test('an item of the listing links to the detail of its product', async (t) => {
    const client = clientOf(subject());
    const [item] = (await client(`${route}?locale=fr-CA`)).json() as [SyncItem];
    const { pathname, search } = new URL(item.url);
    const detail = (await client(pathname + search)).json() as Record<string, unknown>;
    t.like(detail, { sku: item.sku, locale: 'fr-CA', productName: item.productName });
  });

  test('invalid parameters of the sync route get a plain error that names the valid values', async (t) => {
    const cases = [
      ['company=nobody', companies.join(', ')],
      ['company=', companies.join(', ')],
      ['company=all', companies.join(', ')],
      [`company=${'a'.repeat(300)}`, companies.join(', ')],
      ['company=maple-promo%0A', companies.join(', ')],
      ['company=Maple-Promo', companies.join(', ')],
      ['company=..%2F..%2Fcurrent', companies.join(', ')],
      ['company=maple-promo&company=maple-promo', 'is repeated'],
      ['locale=xx', locales.join(', ')],
      ['locale=', locales.join(', ')],
      ['locale=en-CA&locale=en-CA', 'is repeated'],
      ['locale=%', 'percent-encoding'],
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

  test('a malformed request to the sync route gets a plain error', async (t) => {
    const { port } = subject().server;
    const { malformedUrl, headTooLong } = invalidRequestDetails;
    const { detail } = problems.invalid_request;
    for (const [target, head, error] of [
      [route, 'Host: x\r\nHost: x\r\n', detail],
      [route, 'Host: x\r\nbad header\r\n', detail],
      [route, 'Host: x\r\nContent-Length: x\r\n', detail],
      [route, `Host: x\r\nCookie: ${'x'.repeat(20_000)}\r\n`, headTooLong],
      [`${route}?company=%zz`, 'Host: x\r\n', malformedUrl],
    ] as const) {
      const request = `GET ${target} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`;
      const [headers = '', body = ''] = (await sendRaw(port, request)).split('\r\n\r\n');
      t.regex(headers, /^HTTP\/1\.1 400 /, head);
      t.regex(headers, /content-type: application\/json\r\n/i, head);
      t.deepEqual(JSON.parse(body), { error }, head);
      t.regex(headers, /cache-control: no-store/i, head);
      t.notRegex(headers, /ratelimit:/i, head);
    }
  });

  test('requests for health and sync are not counted by the advisory limit', async (t) => {
    const client = clientOf(subject());
    for (const path of [route, '/v1/health', '/openapi.json']) {
      const { headers } = await client(path);
      t.is(headers['ratelimit'], undefined);
      t.is(headers['ratelimit-policy'], undefined);
    }
  });
};
