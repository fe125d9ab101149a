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

async function readExport(client: Client, query: string): Promise<ProductDetail[]> {
  const lines = (await client(`${exportPath}?${query}`)).text.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as ProductDetail);
}

export const copies: Topic = (test, subject) => {
  test('the export of each locale has every product once, each line the bytes of its detail', async (t) => {
    for (const locale of locales) {
      const client = clientOf(subject());
      const { products } = await readList(client, locale);
      const reply = await client(`${exportPath}?locale=${locale}`);
      t.is(reply.headers['content-type'], 'application/x-ndjson');
      const lines = reply.text.trimEnd().split('\n');
      const skus = lines.map((line) => (JSON.parse(line) as ProductDetail).sku);
      t.deepEqual(skus, products.map(({ sku }) => sku).sort());
      for (const [at, line] of lines.entries()) {
        t.is((await client(`/v1/products/${skus[at]}?locale=${locale}`)).text, line);
      }
    }
  });

  test('the inventory of each locale has the stock of every detail', async (t) => {
    const client = clientOf(subject());
    for (const locale of locales) {
      const reply = await client(`${inventoryPath}?locale=${locale}`);
      const { release, products } = reply.json() as Inventory;
      t.is(release, await readRelease(client));
      const expected = (await readExport(client, `locale=${locale}`)).map(
        ({ sku, asOf, inventory }) => ({ sku, ...(asOf && { asOf }), inventory }),
      );
      t.deepEqual(products, expected);
    }
  });

  test('CSV tables have a row for each colour and size, with the separators of their language', async (t) => {
    const client = clientOf(subject());
    for (const [locale, separator, price] of [
      ['en-CA', ',', /^\d+(\.\d+)?$/],
      ['fr-CA', ';', /^(\d+|"\d+,\d+")$/],
    ] as const) {
      const details = await readExport(client, `locale=${locale}`);
      const { text } = await client(`${exportPath}.csv?locale=${locale}`);
      const rows = text.trimEnd().split('\r\n');
      t.true(rows[0]?.startsWith(['\uFEFFsku', 'productName', 'brand'].join(separator)));
      const variants = details.flatMap(({ colors, pricing }) =>
        colors.flatMap(() => pricing.sizes.map(({ name }) => name)),
      );
      t.is(rows.length - 1, variants.length);
      const tee = rows.find((row) => row.startsWith(`TEE100${separator}`))?.split(separator);
      t.regex(tee?.[12] ?? '', price);
      const stock = await client(`${inventoryPath}.csv?locale=${locale}`);
      const pieces = details.flatMap(({ inventory }) => inventory).length;
      t.is(stock.text.trimEnd().split('\r\n').length - 1, pieces);
    }
  });

  test('an export has its release id in a header, and a file name if it is saved', async (t) => {
    const client = clientOf(subject());
    const release = await readRelease(client);
    for (const [path, file] of [
      [exportPath, `products-${release}.ndjson`],
      [`${exportPath}.csv?locale=fr-CA`, `products-fr-CA-${release}.csv`],
      [inventoryPath, undefined],
      [`${inventoryPath}.csv`, `inventory-${release}.csv`],
    ] as const) {
      const { headers } = await client(path);
      t.is(headers['x-catalogue-release'], release);
      t.is(headers['content-disposition'], file && `attachment; filename="${file}"`);
    }
  });

  test('changes are empty since the current release, and incomplete since an unknown one', async (t) => {
    const client = clientOf(subject());
    const release = await readRelease(client);
    for (const query of ['', '&locale=fr-CA']) {
      const read = async (since: string) =>
        (await client(`${changesPath}?${since}${query}`)).json() as Changes;
      const now = await read('');
      t.deepEqual([now.release, now.changes], [release, undefined]);
      const none = { from: release, release, complete: true, changes: [] };
      t.like(await read(`since=${release}`), none);
      const { reload = '', ...unknown } = await read('since=0123456789abcdef');
      const { releasedAt } = now;
      t.like(unknown, { release, complete: false, changes: [], releasedAt });
      const { pathname, search } = new URL(reload);
      const { text } = await client(pathname + search);
      // Without a locale in the request, that of the default locale.
      t.is(text, (await client(`${exportPath}?${query}`)).text);
    }
  });

  test('an invalid format or since, an unknown locale and a repeated parameter are refused', async (t) => {
    for (const [path, query, code] of [
      [exportPath, 'format=CSV', 'invalid_request'],
      [exportPath, 'format=', 'invalid_request'],
      [inventoryPath, 'format=csv&format=csv', 'invalid_request'],
      [inventoryPath, 'locale=de', 'unsupported_locale'],
      [changesPath, 'since=', 'invalid_request'],
      [changesPath, 'since=0123456789abcdef%0A', 'invalid_request'],
      [changesPath, 'since=../../../../current', 'invalid_request'],
    ] as const) {
      const reply = await clientOf(subject())(`${path}?${query}`);
      assertProblem(t, reply, { code, status: 400, instance: path });
      t.is(reply.headers['content-disposition'], undefined);
      t.is(reply.headers['x-catalogue-release'], undefined);
    }
  });
};
