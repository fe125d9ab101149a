import { unknownColor } from '../../../../build/rules/product/unknown-color.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('colours of colors.json are fine', async (t) => {
  t.deepEqual(await findInFixture(unknownColor), []);
});

test('a colour that colors.json lacks is found, with the one that was meant', async (t) => {
  const edit = replacing('products/TEE-1.json', '"color": "grey-navy"', '"color": "gray-navy"');
  t.deepEqual((await findAfter(t, unknownColor, edit)).map(inShort), [
    'products/TEE-1.json:88:16 "gray-navy" is not among the colours of colors.json [grey-navy]',
  ]);
});
