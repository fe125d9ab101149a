import test from 'ava';
import { brandUrl, renderLinks } from '../../../../build/render/addresses.ts';
import { contextOf, copyContent, productOf } from '../../../helpers/content.ts';

test('links use the website of the locale', async (t) => {
  const context = await contextOf('fr-CA');
  t.deepEqual(renderLinks(productOf(context, 'TEE-1'), context), {
    product: 'https://shop.example.test/fr/product/tee-1',
    brand: 'https://shop.example.test/fr/brand/acme',
    category: 'https://shop.example.test/fr/category/tees',
    studio: 'https://shop.example.test/fr/studio/tee-1',
  });
});

test('a brand without a page and a product without the studio have no such link', async (t) => {
  const context = await contextOf('en-US');
  t.deepEqual(renderLinks(productOf(context, 'JER-3'), context), {
    product: 'https://shop.example.test/us/product/jer-3',
    category: 'https://shop.example.test/us/category/jerseys',
  });
  t.is(brandUrl('zeta', context), '');
  t.is(brandUrl('acme', context), 'https://shop.example.test/us/brand/acme');
});

test('without a website there are no links at all', async (t) => {
  const folder = await copyContent(t);
  const content = await folder.load();
  const { website: _website, ...catalogue } = content.catalogue;
  const context = await contextOf('en-CA', { ...content, catalogue });
  t.is(renderLinks(productOf(context, 'TEE-1'), context), undefined);
  t.is(brandUrl('acme', context), '');
});
