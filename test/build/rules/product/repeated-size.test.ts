import { repeatedSize } from '../../../../build/rules/product/repeated-size.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('sizes that a product has once are fine', async (t) => {
  t.deepEqual(await findInFixture(repeatedSize), []);
});

test('the second of two equal sizes is found', async (t) => {
  const edit = replacing('products/TEE-1.json', '"2XL"\n', '"M"\n');
  t.deepEqual((await findAfter(t, repeatedSize, edit)).map(inShort), [
    'products/TEE-1.json:106:5 the product has the size "M" already',
  ]);
});
