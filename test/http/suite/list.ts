/** Tests of `GET /v1/products`. */
import { locales } from '../../../contract/locales.ts';
import { clientOf, readList, type Topic, withKey } from './suite.ts';

export const list: Topic = (test, subject) => {
  for (const locale of locales) {
    test(`the list in ${locale} matches the OpenAPI document`, async (t) => {
      const reply = await clientOf(subject())(`/v1/products?locale=${locale}`);
      t.is(reply.status, 200);
      t.is((reply.json() as { locale: string }).locale, locale);
    });
  }

  test('the list without a locale equals the list of en-CA, byte for byte', async (t) => {
    const client = clientOf(subject());
    const [plain, named] = await Promise.all([
      client('/v1/products'),
      client('/v1/products?locale=en-CA'),
    ]);
    t.is(plain.text, named.text);
    t.is(plain.headers['etag'], named.headers['etag']);
  });

  test('the list defines every brand and every category of its products', async (t) => {
    for (const locale of locales) {
      const { products, brands, categories } = await readList(clientOf(subject()), locale);
      const names = categories.map(({ name }) => name);
      for (const { brand, catalog } of products) {
        t.true(Object.hasOwn(brands, brand));
        t.true(names.includes(catalog.category));
      }
    }
  });

  test('best sellers come first, then new products, then the rest; each by category, then SKU', async (t) => {
    const { products, categories } = await readList(clientOf(subject()), 'en-CA');
    const orders = new Map(categories.map(({ name, order }) => [name, order]));
    const rankOf = (tag: string | undefined) => (tag === 'Best seller' ? 0 : tag === 'New' ? 1 : 2);
    const places = products.map(({ tag, catalog, sku }) => {
      const order = String(orders.get(catalog.category)).padStart(3, '0');
      return `${rankOf(tag)} ${order} ${sku}`;
    });
    t.deepEqual(places, [...places].sort());
    t.deepEqual([...new Set(places.map((place) => place[0]))], ['0', '1', '2']);
  });

  test('the list ignores every Authorization header', async (t) => {
    const client = clientOf(subject());
    const anonymous = await client('/v1/products');
    for (const options of [
      withKey(subject(), 'A3'),
      withKey(subject(), 'revoked'),
      { headers: { Authorization: 'Basic eDp5' } },
    ]) {
      const reply = await client('/v1/products', options);
      t.is(reply.status, 200);
      t.is(reply.text, anonymous.text);
    }
    t.notRegex(anonymous.text, /"net"|"priceTier"|"sizes"/);
  });

  test('a product sold in one country is missing in the locales of the other', async (t) => {
    const client = clientOf(subject());
    const [canada, states] = await Promise.all([
      readList(client, 'en-CA'),
      readList(client, 'en-US'),
    ]);
    const skusOf = ({ products }: typeof canada) => new Set(products.map(({ sku }) => sku));
    const [inCanada, inStates] = [skusOf(canada), skusOf(states)];
    const onlyCanada = [...inCanada].find((sku) => !inStates.has(sku));
    const onlyStates = [...inStates].find((sku) => !inCanada.has(sku));
    t.is((await client(`/v1/products/${onlyCanada}?locale=fr-CA`)).status, 200);
    t.is((await client(`/v1/products/${onlyCanada}?locale=en-US`)).status, 404);
    t.is((await client(`/v1/products/${onlyStates}?locale=en-US`)).status, 200);
    t.is((await client(`/v1/products/${onlyStates}`)).status, 404);
  });

  test('prices are in the currency of the locale', async (t) => {
    const expected = { 'en-CA': 'CAD', 'en-US': 'USD', 'fr-CA': 'CAD' } as const;
    for (const locale of locales) {
      const { products } = await readList(clientOf(subject()), locale);
      const currencies = new Set(products.map(({ pricing }) => pricing.currency));
      t.deepEqual([...currencies], [expected[locale]]);
    }
  });
};
