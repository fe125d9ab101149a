import test from 'ava';
import { companiesSchema } from '../../../../build/content/schemas/shared.ts';
import { assetSchema } from '../../../../build/content/schemas/values.ts';

test('a picture is a file that is served, or an https address', (t) => {
  for (const asset of [
    'photo.png',
    'jackets/front-1.webp',
    'a.jpeg',
    'b.JPG',
    'c.Avif',
    'https://cdn.test/x.gif',
  ]) {
    t.true(assetSchema.safeParse(asset).success, asset);
  }
  for (const asset of ['photo.gif', 'photo', '../photo.png', '/a.png', 'http://x/a.png', '']) {
    t.false(assetSchema.safeParse(asset).success, asset);
  }
});

test('no company may have the name of the listing of all companies', (t) => {
  t.true(companiesSchema.safeParse({ companies: { shop: { name: 'Shop' } } }).success);
  t.false(companiesSchema.safeParse({ companies: { all: { name: 'All' } } }).success);
});
