import { unknownDecoration } from '../../../../build/rules/product/unknown-decoration.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('decorations of decorations.json are fine', async (t) => {
  t.deepEqual(await findInFixture(unknownDecoration), []);
});

test('a decoration that decorations.json lacks is found, with the one that was meant', async (t) => {
  const edit = replacing('products/TEE-1.json', '"print"', '"printing"');
  t.deepEqual((await findAfter(t, unknownDecoration, edit)).map(inShort), [
    'products/TEE-1.json:67:7 "printing" is not among the decorations of decorations.json [print]',
  ]);
});
