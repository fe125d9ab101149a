import { unknownSize } from '../../../../build/rules/product/unknown-size.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('sizes of sizes.json are fine', async (t) => {
  t.deepEqual(await findInFixture(unknownSize), []);
});

test('a size that sizes.json lacks is found, with the one that was meant', async (t) => {
  const edit = replacing('products/TEE-1.json', '"2XL"\n', '"2xl"\n');
  t.deepEqual((await findAfter(t, unknownSize, edit)).map(inShort), [
    'products/TEE-1.json:106:5 "2xl" is not among the sizes of sizes.json [2XL]',
  ]);
});
