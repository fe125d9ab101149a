import { repeatedColor } from '../../../../build/rules/product/repeated-color.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('colours that a product has once are fine', async (t) => {
  t.deepEqual(await findInFixture(repeatedColor), []);
});

test('the second entry of a colour is found', async (t) => {
  const edit = replacing('products/TEE-1.json', '"color": "grey-navy"', '"color": "navy"');
  t.deepEqual((await findAfter(t, repeatedColor, edit)).map(inShort), [
    'products/TEE-1.json:88:16 the product has the colour "navy" already',
  ]);
});
