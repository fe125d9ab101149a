/** Tests of `GET /v1/products/{sku}`, without a key and with one. */
import { locales } from '../../../contract/locales.ts';
import type { ProductDetail } from '../../../contract/schemas/product.ts';
import { assertProblem, clientOf, readList, type Topic, withKey } from './suite.ts';

export const detail: Topic = (test, subject) => {
  for (const locale of locales) {
    test(`every product of the ${locale} list has a detail that matches the OpenAPI document`, async (t) => {
      const client = clientOf(subject());
      const { products } = await readList(client, locale);
      for (const { sku, slug, productName } of products) {
        const reply = await client(`/v1/products/${sku}?locale=${locale}`);
        t.like(reply.json() as ProductDetail, { sku, slug, locale, productName });
        t.notRegex(reply.text, /"net"|"priceTier"/);
      }
    });
  }

  test('a key adds net prices, the tier and net surcharges to the detail, and nothing else', async (t) => {
    const client = clientOf(subject());
    const path = '/v1/products/JKT507?locale=fr-CA';
    const anonymous = (await client(path)).json() as ProductDetail;
    const reply = await client(path, withKey(subject(), 'A3'));
    const keyed = reply.json() as ProductDetail;
    const { net, priceTier, sizes, ...pricing } = keyed.pricing;
    t.is(priceTier, 'A3');
    t.is(net?.length, anonymous.pricing.msrp.length);
    t.true(sizes.some(({ surcharge }) => surcharge?.net !== undefined));
    const publicSizes = sizes.map(({ name, surcharge }) =>
      surcharge?.msrp === undefined ? { name } : { name, surcharge: { msrp: surcharge.msrp } },
    );
    t.deepEqual({ ...keyed, pricing: { ...pricing, sizes: publicSizes } }, anonymous);
  });

  test('two tiers get different net prices, both below MSRP', async (t) => {
    const client = clientOf(subject());
    const tiers = Object.keys(subject().server.keys).filter((label) => label !== 'revoked');
    const prices = await Promise.all(
      tiers.map(async (tier) => {
        const reply = await client('/v1/products/JKT500', withKey(subject(), tier));
        const { pricing } = reply.json() as ProductDetail;
        t.is(pricing.priceTier, tier);
        pricing.net?.forEach(({ price }, index) => {
          t.true(price < (pricing.msrp[index]?.price ?? 0));
        });
        return pricing.net?.map(({ price }) => price).join();
      }),
    );
    t.is(new Set(prices).size, 2);
  });

  test('the scheme of a credential is case-insensitive', async (t) => {
    const Authorization = `bEARER  ${subject().server.keys['A3']}`;
    const reply = await clientOf(subject())('/v1/products/TEE100', { headers: { Authorization } });
    t.is(reply.status, 200);
    t.regex(reply.text, /"priceTier":"A3"/);
  });

  test('an unusable credential is refused and never answered with public prices', async (t) => {
    const client = clientOf(subject());
    const { revoked = '', A3 = '' } = subject().server.keys;
    const credentials = [
      [`Bearer ${revoked}`, 'key_revoked'],
      [`Bearer ${A3.slice(0, -1)}`, 'invalid_key'],
      [`Bearer ${A3}x`, 'invalid_key'],
      ['Bearer', 'invalid_key'],
      ['Bearer another-service-key', 'invalid_key'],
      ['Basic eDp5', 'unauthorized'],
      [A3, 'unauthorized'],
      ['', 'unauthorized'],
    ] as const;
    for (const [Authorization, code] of credentials) {
      const reply = await client('/v1/products/TEE100', { headers: { Authorization } });
      assertProblem(t, subject(), reply, { code, status: 401, instance: '/v1/products/TEE100' });
      t.regex(String(reply.headers['www-authenticate']), /^Bearer realm="/);
      t.is(reply.headers['cache-control'], 'no-store');
    }
  });

  test('credentials are checked before SKU, locale and product', async (t) => {
    const client = clientOf(subject());
    const bad = { headers: { Authorization: 'Bearer nothing' } };
    const good = withKey(subject(), 'A3');
    const cases = [
      ['/v1/products/-x?locale=xx', bad, 'invalid_key'],
      ['/v1/products/-x?locale=xx', good, 'invalid_sku'],
      ['/v1/products/NONE?locale=xx', good, 'unsupported_locale'],
      ['/v1/products/NONE', good, 'product_not_found'],
    ] as const;
    for (const [path, options, code] of cases) {
      t.is(((await client(path, options)).json() as { code: string }).code, code);
    }
  });
};
