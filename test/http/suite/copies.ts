/** Tests of the routes for clients that keep a copy: `/v1/products/export`, `/inventory` and `/changes`. */
import { locales } from '../../../contract/locales.ts';
import type { Changes } from '../../../contract/schemas/changes.ts';
import type { Health } from '../../../contract/schemas/health.ts';
import type { Inventory } from '../../../contract/schemas/inventory.ts';
import type { ProductDetail } from '../../../contract/schemas/product.ts';
import type { Client } from '../../helpers/http-client.ts';
import { assertProblem, clientOf, readList, type Topic } from './suite.ts';

const exportPath = '/v1/products/export';
const inventoryPath = '/v1/products/inventory';
const changesPath = '/v1/products/changes';

async function readRelease(client: Client): Promise<string> {
  return ((await client('/v1/health')).json() as Health).release;
}

export const copies: Topic = (test, subject) => {
  for (const locale of locales) {
    test(`the ${locale} export has every product once, each line the bytes of its detail`, async (t) => {
      const client = clientOf(subject());
      const { products } = await readList(client, locale);
      const reply = await client(`${exportPath}?locale=${locale}`);
      t.is(reply.headers['content-type'], 'application/x-ndjson');
      const lines = reply.text.split('\n');
      t.is(lines.pop(), '');
      const skus = lines.map((line) => (JSON.parse(line) as ProductDetail).sku);
      t.deepEqual(skus, products.map(({ sku }) => sku).sort());
      for (const [at, line] of lines.entries()) {
        t.is((await client(`/v1/products/${skus[at]}?locale=${locale}`)).text, line);
      }
    });

    test(`the ${locale} inventory has the stock of every detail`, async (t) => {
      const client = clientOf(subject());
      const details = (await client(`${exportPath}?locale=${locale}`)).text.trimEnd().split('\n');
      const { release, asOf, products } = (
        await client(`${inventoryPath}?locale=${locale}`)
      ).json() as Inventory;
      t.is(release, await readRelease(client));
      t.is(asOf, '2026-11-20T06:00:00-05:00');
      t.deepEqual(
        products,
        details.map((line) => {
          const { sku, asOf: counted, inventory } = JSON.parse(line) as ProductDetail;
          return { sku, ...(counted && { asOf: counted }), inventory };
        }),
      );
    });
  }

  test('CSV tables have a row for each colour and size, with the separators of their language', async (t) => {
    const client = clientOf(subject());
    for (const [locale, separator, price] of [
      ['en-CA', ',', /^\d+(\.\d+)?$/],
      ['fr-CA', ';', /^(\d+|"\d+,\d+")$/],
    ] as const) {
      const lines = (await client(`${exportPath}?locale=${locale}`)).text.trimEnd().split('\n');
      const details = lines.map((line) => JSON.parse(line) as ProductDetail);
      const reply = await client(`${exportPath}?locale=${locale}&format=csv`);
      t.is(reply.headers['content-type'], 'text/csv; charset=utf-8');
      t.is(reply.text[0], '\uFEFF');
      const rows = reply.text.slice(1).split('\r\n');
      t.is(rows.pop(), '');
      t.true(rows[0]?.startsWith(['sku', 'productName', 'brand'].join(separator)));
      const counts = details.map(({ colors, pricing }) => colors.length * pricing.sizes.length);
      t.is(
        rows.length - 1,
        counts.reduce((sum, count) => sum + count, 0),
      );
      const tee = rows.find((row) => row.startsWith(`TEE100${separator}`))?.split(separator);
      t.regex(tee?.at(-3) ?? '', price);
      const stock = await client(`${inventoryPath}?locale=${locale}&format=csv`);
      const pieces = details.flatMap(({ inventory }) => inventory).length;
      t.is(stock.text.trimEnd().split('\r\n').length - 1, pieces);
    }
  });

  test('an export is the same in every coding, supports 304 and HEAD, and has its release id in a header', async (t) => {
    const client = clientOf(subject());
    const release = await readRelease(client);
    for (const [path, file] of [
      [exportPath, `products-${release}.ndjson`],
      [`${exportPath}?locale=fr-CA&format=csv`, `products-fr-CA-${release}.csv`],
      [inventoryPath, undefined],
      [`${inventoryPath}?format=csv`, `inventory-${release}.csv`],
    ] as const) {
      const identity = await client(path);
      t.is(identity.headers['content-encoding'], undefined);
      t.regex(String(identity.headers['etag']), /^W\/"/);
      for (const [accepted, coding] of [
        ['identity', undefined],
        ['gzip', 'gzip'],
        ['gzip, br', 'br'],
        ['br', 'br'],
        ['gzip\t', 'gzip'],
        ['x, GZIP;q=1\t,x', 'gzip'],
        ['gzip;q=0, x-gzip', 'gzip'],
        ['gzip;level=4', 'gzip'],
        ['br;q=0.000, gzip;q=0.001', 'gzip'],
        ['br;q=0, gzip; q=0', undefined],
        ['brx, xgzip, gzip br', undefined],
      ] as const) {
        const headers = { 'Accept-Encoding': accepted };
        const reply = await client(path, { headers });
        t.is(reply.headers['content-encoding'], coding, `${path} ${accepted}`);
        t.is(reply.text, identity.text);
        t.is(reply.headers['x-catalogue-release'], release);
        const disposition = file && `attachment; filename="${file}"`;
        t.is(reply.headers['content-disposition'], disposition);
        const etag = String(reply.headers['etag']);
        const same = await client(path, { headers: { ...headers, 'If-None-Match': etag } });
        t.is(same.status, 304, `${path} ${accepted}`);
        // RFC 9110 section 15.4.5: a 304 has the same fields as the 200.
        for (const name of ['etag', 'vary', 'cache-control']) {
          t.is(same.headers[name], reply.headers[name], `${path} ${accepted} ${name}`);
        }
        const head = await client(path, { method: 'HEAD', headers });
        t.is(head.status, 200);
        t.is(head.bytes.length, 0);
        t.is(head.headers['content-type'], reply.headers['content-type']);
      }
    }
  });

  test('without since, changes have the release id; with the current release they are empty, with an unknown one incomplete', async (t) => {
    const client = clientOf(subject());
    const release = await readRelease(client);
    for (const query of ['', '&locale=fr-CA']) {
      const now = (await client(`${changesPath}?${query}`)).json() as Changes;
      t.is(now.release, release);
      t.is(now.changes, undefined);
      const none = (await client(`${changesPath}?since=${release}${query}`)).json() as Changes;
      t.like(none, { from: release, release, complete: true, changes: [] });
      const unknown = (
        await client(`${changesPath}?since=0123456789abcdef${query}`)
      ).json() as Changes;
      t.like(unknown, { release, complete: false, changes: [], releasedAt: now.releasedAt });
      const { pathname, search } = new URL(unknown.reload ?? '');
      t.is(pathname, exportPath);
      const { text } = await client(pathname + search);
      // Without a locale in the request, that of the default locale.
      t.is(text, (await client(`${exportPath}?${query}`)).text);
    }
  });

  test('an invalid format or since, an unknown locale and a repeated parameter are refused', async (t) => {
    const client = clientOf(subject());
    for (const [path, query, code] of [
      [exportPath, 'format=xml', 'invalid_request'],
      [exportPath, 'format=CSV', 'invalid_request'],
      [exportPath, 'format=', 'invalid_request'],
      [inventoryPath, 'format=csv&format=csv', 'invalid_request'],
      [inventoryPath, 'locale=de', 'unsupported_locale'],
      [changesPath, 'since=', 'invalid_request'],
      [changesPath, 'since=0123456789ABCDEF', 'invalid_request'],
      [changesPath, 'since=0123456789abcdef%0A', 'invalid_request'],
      [changesPath, 'since=../../../../current', 'invalid_request'],
      [changesPath, 'since=0123456789abcdef&since=0123456789abcdef', 'invalid_request'],
      [changesPath, 'locale=../x', 'unsupported_locale'],
    ] as const) {
      const reply = await client(`${path}?${query}`);
      assertProblem(t, subject(), reply, { code, status: 400, instance: path });
      t.is(reply.headers['content-disposition'], undefined);
      t.is(reply.headers['x-catalogue-release'], undefined);
    }
  });
};
