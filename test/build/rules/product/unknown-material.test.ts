import { unknownMaterial } from '../../../../build/rules/product/unknown-material.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('materials of facets.json are fine', async (t) => {
  t.deepEqual(await findInFixture(unknownMaterial), []);
});

test('a material that facets.json lacks is found, with the one that was meant', async (t) => {
  const edit = replacing('products/TEE-1.json', '"CO"', '"co"');
  t.deepEqual((await findAfter(t, unknownMaterial, edit)).map(inShort), [
    'products/TEE-1.json:52:5 "co" is not among the materials of facets.json [CO]',
  ]);
});
