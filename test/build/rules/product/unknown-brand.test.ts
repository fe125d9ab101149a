import { unknownBrand } from '../../../../build/rules/product/unknown-brand.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('brands of brands.json are fine', async (t) => {
  t.deepEqual(await findInFixture(unknownBrand), []);
});

test('a brand that brands.json lacks is found, with the one that was meant', async (t) => {
  const edit = replacing('products/TEE-1.json', '"brand": "acme"', '"brand": "acm"');
  t.deepEqual((await findAfter(t, unknownBrand, edit)).map(inShort), [
    'products/TEE-1.json:41:12 "acm" is not among the brands of brands.json [acme]',
  ]);
});
