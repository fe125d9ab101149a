import { unknownCategory } from '../../../../build/rules/product/unknown-category.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('categories of categories.json are fine', async (t) => {
  t.deepEqual(await findInFixture(unknownCategory), []);
});

test('a category that categories.json lacks is found, with the one that was meant', async (t) => {
  const edit = replacing('products/TEE-1.json', '"category": "tees"', '"category": "tee"');
  t.deepEqual((await findAfter(t, unknownCategory, edit)).map(inShort), [
    'products/TEE-1.json:42:15 "tee" is not among the categories of categories.json [tees]',
  ]);
});
