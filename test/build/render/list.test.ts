import test from 'ava';
import { inListOrder, renderList } from '../../../build/render/list.ts';
import { productListSchema } from '../../../contract/schemas/list.ts';
import { contextOf, copyContent } from '../../helpers/content.ts';

test('the list begins with best sellers, then new, then the rest by category', async (t) => {
  const canadian = renderList(await contextOf('en-CA'));
  t.deepEqual(
    canadian.products.map(({ sku }) => sku),
    ['TEE-1', 'JER-3', 'HOOD-2', 'BAG-5'],
  );
  const american = renderList(await contextOf('en-US'));
  t.deepEqual(
    american.products.map(({ sku }) => sku),
    ['TEE-1', 'JER-3', 'HOOD-2', 'USA-4'],
  );
});

test('within a rank and a category, products are sorted by SKU', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('products/HOOD-2.json', '"hoodies"', '"bags"');
  await folder.replace('products/JER-3.json', '"jerseys"', '"bags"');
  await folder.replace('products/JER-3.json', '"tag": "new",', '');
  const skus = inListOrder(await contextOf('en-CA', await folder.load())).map(({ sku }) => sku);
  t.deepEqual(skus, ['TEE-1', 'BAG-5', 'HOOD-2', 'JER-3']);
});

test('categories are those in use, in their order', async (t) => {
  const { categories } = renderList(await contextOf('fr-CA'));
  t.deepEqual(categories, [
    { name: 'Chandails', order: 1 },
    { name: 'Tee-shirts', order: 2 },
    { name: 'Sacs', order: 3 },
    { name: 'Maillots', order: 4 },
  ]);
  const american = renderList(await contextOf('en-US')).categories.map(({ name }) => name);
  t.deepEqual(american, ['Hoodies', 'Tees', 'Jerseys']);
});

test('brands are keyed by their label, with an empty url where there is no page', async (t) => {
  const { brands } = renderList(await contextOf('en-US'));
  t.deepEqual(brands, {
    'Acme & Sons': {
      name: 'Acme & Sons',
      description: 'Plain basics.',
      url: 'https://shop.example.test/us/brand/acme',
    },
    Zeta: { name: 'Zeta', description: 'Team gear in color.', url: '' },
  });
});

test('each product’s category and brand are found in the same list', async (t) => {
  for (const locale of ['en-CA', 'en-US', 'fr-CA'] as const) {
    const list = renderList(await contextOf(locale));
    const names = list.categories.map(({ name }) => name);
    t.is(list.locale, locale);
    for (const { brand, catalog } of list.products) {
      t.truthy(list.brands[brand]);
      t.true(names.includes(catalog.category));
    }
  }
});

test('the list is what the contract says, and nothing is lost in checking it', async (t) => {
  for (const locale of ['en-CA', 'en-US', 'fr-CA'] as const) {
    const list = renderList(await contextOf(locale));
    t.deepEqual(productListSchema.parse(list), list);
  }
});

test('ordering the list leaves the context as it is', async (t) => {
  const context = await contextOf('en-CA');
  const before = context.products.map(({ sku }) => sku);
  inListOrder(context);
  t.deepEqual(
    context.products.map(({ sku }) => sku),
    before,
  );
});
