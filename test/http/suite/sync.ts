/** Tests of `GET /v1/sync/activeProduct` and `GET /v1/health`. */
import { locales } from '../../../contract/locales.ts';
import { invalidRequestDetails, problems } from '../../../contract/problems.ts';
import type { Health } from '../../../contract/schemas/health.ts';
import type { SyncItem } from '../../../contract/schemas/sync.ts';
import { askRaw, clientOf, type Topic } from './suite.ts';

const route = '/v1/sync/activeProduct';
const companies = 'maple-promo, lakeshore-supply, prairie-merch';

export const sync: Topic = (test, subject) => {
  test('the listing is sorted by SKU, and its items link to the details', async (t) => {
    const client = clientOf(subject());
    const items = (await client(`${route}?locale=fr-CA`)).json() as SyncItem[];
    const skus = items.map(({ sku }) => sku);
    t.deepEqual(skus, [...skus].sort());
    const [{ url, sku, productName } = { url: '' }] = items;
    const { pathname, search } = new URL(url);
    const detail = (await client(pathname + search)).json() as object;
    t.like(detail, { sku, locale: 'fr-CA', productName });
  });

  test('invalid parameters of the sync route get a plain error that names the valid values', async (t) => {
    for (const [query, words] of [
      ['company=', companies],
      ['company=all', companies],
      [`company=${'a'.repeat(300)}`, companies],
      ['company=maple-promo%0A', companies],
      ['company=..%2F..%2Fcurrent', companies],
      ['company=maple-promo&company=maple-promo', 'is repeated'],
      ['locale=', locales.join(', ')],
      ['locale=%', 'percent-encoding'],
    ] as const) {
      const reply = await clientOf(subject())(`${route}?${query}`);
      t.deepEqual([reply.status, reply.headers['cache-control']], [400, 'no-store'], query);
      const { error, ...rest } = reply.json() as { error: string };
      t.deepEqual(rest, {});
      t.true(error.includes(words), `${query}: ${error}`);
    }
  });

  test('a malformed request to the sync route gets a plain error', async (t) => {
    const { malformedUrl, headTooLong } = invalidRequestDetails;
    const long = `X: ${'x'.repeat(14_000)}`;
    for (const [target, line, error] of [
      [route, 'bad header', problems.invalid_request.detail],
      [route, `${long}\r\n`.repeat(5) + long, headTooLong],
      [`${route}?company=%zz`, 'X: y', malformedUrl],
    ] as const) {
      const { status, body } = await askRaw(
        subject(),
        `GET ${target} HTTP/1.1\r\nHost: x\r\n${line}`,
      );
      t.is(status, 400, line);
      t.deepEqual(JSON.parse(body), { error }, line);
    }
  });

  test('health names the release and the age of the listing, and returns 304 for the current bytes', async (t) => {
    const client = clientOf(subject());
    // The age, and with it the entity tag, may change between two requests, but not every time.
    for (let status = 200, tries = 0; status !== 304; tries += 1) {
      const { headers, json } = await client('/v1/health');
      const { release, listing } = json() as Health;
      t.regex(release, /^[0-9a-f]{16}$/);
      t.true(listing?.expired === false && listing.age < 600);
      const held = { 'If-None-Match': String(headers['etag']) };
      status = (await client('/v1/health', { headers: held })).status;
      t.true(tries < 20);
    }
  });
};
