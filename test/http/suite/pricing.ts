/** Tests of `GET /v1/products/{sku}/pricing` and `GET /v1/products/pricing`. */
import { locales } from '../../../contract/locales.ts';
import { releaseHeader } from '../../../contract/release.ts';
import type { Health } from '../../../contract/schemas/health.ts';
import type { CatalogPricing, ProductPricing } from '../../../contract/schemas/pricing.ts';
import type { ProductDetail } from '../../../contract/schemas/product.ts';
import { assertProblem, clientOf, readList, type Topic, withKey } from './suite.ts';

export const pricing: Topic = (test, subject) => {
  test('a pricing route without credentials answers key_required, never MSRP', async (t) => {
    for (const path of ['/v1/products/pricing', '/v1/products/TEE100/pricing']) {
      const reply = await clientOf(subject())(path);
      assertProblem(t, subject(), reply, { code: 'key_required', status: 401, instance: path });
      t.is(reply.headers['www-authenticate'], 'Bearer realm="catalogue"');
    }
  });

  test('a key on the last of 1,000 header lines, the most that nginx accepts, is read', async (t) => {
    const client = clientOf(subject());
    const { headers } = withKey(subject(), 'A3');
    // The client adds Host and Connection.
    const others = Object.fromEntries(Array.from({ length: 997 }, (_, index) => [`x${index}`, '']));
    for (const path of ['/v1/products/SWT400', '/v1/products/SWT400/pricing']) {
      const reply = await client(path, { headers: { ...others, ...headers } });
      t.is(reply.status, 200, path);
      t.is(reply.headers['cache-control'], 'private, no-cache', path);
    }
  });

  test('the prices of a product equal the prices of its keyed detail', async (t) => {
    const client = clientOf(subject());
    const options = withKey(subject(), 'A3');
    for (const locale of locales) {
      const reply = await client(`/v1/products/SWT400/pricing?locale=${locale}`, options);
      const detail = await client(`/v1/products/SWT400?locale=${locale}`, options);
      const { designCredits: _, ...expected } = (detail.json() as ProductDetail).pricing;
      t.deepEqual(reply.json() as ProductPricing, { sku: 'SWT400', ...expected } as ProductPricing);
    }
  });

  test('a client cannot choose the release that answers it', async (t) => {
    const client = clientOf(subject());
    const { headers } = withKey(subject(), 'A3');
    const path = '/v1/products/SWT400/pricing';
    const { text } = await client(path, { headers });
    const chosen = await client(path, { headers: { ...headers, [releaseHeader]: '0'.repeat(16) } });
    t.is(chosen.status, 200);
    t.is(chosen.text, text);
  });

  for (const locale of locales) {
    test(`the prices of the ${locale} catalogue have each product once, sorted by SKU`, async (t) => {
      const client = clientOf(subject());
      const options = withKey(subject(), 'A3');
      const reply = await client(`/v1/products/pricing?locale=${locale}`, options);
      const { products, release, ...head } = reply.json() as CatalogPricing;
      const { products: listed } = await readList(client, locale);
      t.deepEqual(
        products.map(({ sku }) => sku),
        listed.map(({ sku }) => sku).sort(),
      );
      const one = await client(`/v1/products/TEE100/pricing?locale=${locale}`, options);
      const entry = products.find(({ sku }) => sku === 'TEE100');
      t.deepEqual(one.json(), { ...entry, ...head });
    });
  }

  test('the prices of a catalogue have the same release id as health', async (t) => {
    const client = clientOf(subject());
    const reply = await client('/v1/products/pricing', withKey(subject(), 'A3'));
    const { release } = (await client('/v1/health')).json() as Health;
    t.is((reply.json() as CatalogPricing).release, release);
    t.true(reply.text.startsWith(`{"release":"${release}",`));
  });

  for (const locale of locales) {
    test(`the ${locale} price list is a table with every product, and has a file name`, async (t) => {
      const client = clientOf(subject());
      const path = `/v1/products/pricing?locale=${locale}`;
      const list = await client(`${path}&format=csv`, withKey(subject(), 'A3'));
      t.is(list.headers['content-type'], 'text/csv; charset=utf-8');
      t.is(list.headers['cache-control'], 'private, no-cache');
      const prices = (await client(path, withKey(subject(), 'A3'))).json() as CatalogPricing;
      const name = `prices-${locale}-${prices.release}.csv`;
      t.is(list.headers['content-disposition'], `attachment; filename="${name}"`);
      const [head = '', ...rows] = list.text.split('\r\n').map((row) => row.split(/[,;]/, 1)[0]);
      t.is(head, '\uFEFFsku');
      t.deepEqual(
        [...new Set(rows.slice(0, -1))],
        prices.products.map(({ sku }) => sku),
      );
    });
  }

  test('msrp and net may have different markdowns', async (t) => {
    const reply = await clientOf(subject())('/v1/products/pricing', withKey(subject(), 'A3'));
    const { products } = reply.json() as CatalogPricing;
    const markedDown = (list: 'msrp' | 'net') =>
      products.filter((product) =>
        product[list].some(({ price, regularPrice }) => (regularPrice ?? 0) > price),
      );
    t.true(markedDown('msrp').length > 0);
    t.true(markedDown('net').length > 0);
  });

  test('unusable credentials, SKUs and locales have different codes', async (t) => {
    const client = clientOf(subject());
    const good = withKey(subject(), 'A3');
    const cases = [
      ['/v1/products/pricing', withKey(subject(), 'revoked'), 'key_revoked'],
      ['/v1/products/pricing', { headers: { Authorization: 'Digest x' } }, 'unauthorized'],
      ['/v1/products/pricing?locale=de-DE', good, 'unsupported_locale'],
      ['/v1/products/pricing?locale=', good, 'unsupported_locale'],
      ['/v1/products/pricing?locale=en-CA&locale=en-CA', good, 'invalid_request'],
      ['/v1/products/pricing?format=json', good, 'invalid_request'],
      ['/v1/products/pricing?format=', good, 'invalid_request'],
      ['/v1/products/pricing?format=csv&format=csv', good, 'invalid_request'],
      ['/v1/products/_/pricing', good, 'invalid_sku'],
      ['/v1/products/tee100/pricing', good, 'product_not_found'],
    ] as const;
    for (const [path, options, code] of cases) {
      t.is(((await client(path, options)).json() as { code: string }).code, code, path);
    }
  });
};
