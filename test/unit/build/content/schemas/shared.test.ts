import test from 'ava';
import { companiesSchema } from '../../../../../build/content/schemas/companies.ts';
import { sizesSchema } from '../../../../../build/content/schemas/sizes.ts';
import { assetSchema } from '../../../../../build/content/schemas/values.ts';

test('a picture in the content is the path of a file that is served, or an https URL', (t) => {
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

test('a company must not have the alias all, the name of the listing of all companies', (t) => {
  t.true(companiesSchema.safeParse({ companies: { shop: { name: 'Shop' } } }).success);
  t.false(companiesSchema.safeParse({ companies: { all: { name: 'All' } } }).success);
});

test('the name of a size may have points, apostrophes and single spaces', (t) => {
  const isSize = (size: string) => sizesSchema.safeParse({ sizes: [size] }).success;
  for (const size of ['2XL', 'S/M', '10.5', '6-8', 'One size', "WOMEN'S 6", 'Y 10 - 12']) {
    t.true(isSize(size), size);
  }
  for (const size of ['', ' S', 'S ', 'One  size', 'S,M', '"S"', '.5', "'S", 'S\tM', 'É', 'S;M']) {
    t.false(isSize(size), size);
  }
});
