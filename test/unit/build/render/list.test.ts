import test from 'ava';
import { renderDetail } from '../../../../build/render/detail.ts';
import { compareInList, renderListFrame } from '../../../../build/render/list.ts';
import { renderSummary } from '../../../../build/render/summary.ts';
import type { Locale } from '../../../../contract/locales.ts';
import { contextOf, copyContent, ofProduct, productsOf } from '../../../helpers/content.ts';

/** Returns the members of the fixture's product list in a locale, except `products`. */
async function frameOf(locale: Locale) {
  const context = await contextOf(locale);
  return renderListFrame(context, productsOf(context));
}

test('the list begins with best sellers, then new, then the rest by category', async (t) => {
  const skusOf = async (locale: 'en-CA' | 'en-US') => {
    const context = await contextOf(locale);
    return productsOf(context)
      .sort(compareInList(context.content))
      .map(({ sku }) => sku);
  };
  t.deepEqual(await skusOf('en-CA'), ['TEE-1', 'JER-3', 'HOOD-2', 'BAG-5']);
  t.deepEqual(await skusOf('en-US'), ['TEE-1', 'JER-3', 'HOOD-2', 'USA-4']);
});

test('within a rank and a category, products are sorted by SKU', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('products/HOOD-2.json', '"hoodies"', '"bags"');
  await folder.replace('products/JER-3.json', '"jerseys"', '"bags"');
  await folder.replace('products/JER-3.json', '"tag": "new",', '');
  const context = await contextOf('en-CA', await folder.load());
  const skus = productsOf(context)
    .sort(compareInList(context.content))
    .map(({ sku }) => sku);
  t.deepEqual(skus, ['TEE-1', 'BAG-5', 'HOOD-2', 'JER-3']);
});

test('only used categories are listed, in their order', async (t) => {
  const { categories } = await frameOf('fr-CA');
  t.deepEqual(categories, [
    { id: 'hoodies', name: 'Chandails', order: 1 },
    { id: 'tees', name: 'Tee-shirts', order: 2 },
    { id: 'bags', name: 'Sacs', order: 3 },
    { id: 'jerseys', name: 'Maillots', order: 4 },
  ]);
  const american = (await frameOf('en-US')).categories.map(({ name }) => name);
  t.deepEqual(american, ['Hoodies', 'Tees', 'Jerseys']);
});

test('brands are keyed by their label, with an empty url without a page', async (t) => {
  const { brands } = await frameOf('en-US');
  t.deepEqual(brands, {
    'Acme & Sons': {
      id: 'acme',
      name: 'Acme & Sons',
      description: 'Plain basics.',
      url: 'https://shop.example.test/us/brand/acme',
    },
    Zeta: { id: 'zeta', name: 'Zeta', description: 'Team gear in color.', url: '' },
  });
});

test('a summary has the members of the detail that a list needs', async (t) => {
  for (const locale of ['en-CA', 'fr-CA'] as const) {
    const context = await contextOf(locale);
    for (const product of productsOf(context)) {
      const whole = ofProduct(context, product.sku);
      const { brand, colors, customization, pricing, ...summary } = renderSummary(product, whole);
      const detail = renderDetail(product, whole);
      t.like(detail, summary);
      t.is(brand, detail.brand.name);
      t.like(detail.pricing, pricing);
      t.false('sizes' in pricing);
      t.is(customization.colorBlocks, detail.customization.colorBlocks);
      t.is(customization.colorBlocksTagline, detail.customization.colorBlocksTagline);
      t.deepEqual(
        detail.colors.map(({ material: _material, ...color }) => color),
        colors,
      );
    }
  }
});
