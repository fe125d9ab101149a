import { unknownFabric } from '../../../../build/rules/product/unknown-fabric.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('fabrics of facets.json are fine', async (t) => {
  t.deepEqual(await findInFixture(unknownFabric), []);
});

test('a fabric that facets.json lacks is found, with the one that was meant', async (t) => {
  const edit = replacing('products/TEE-1.json', '"cotton"', '"coton"');
  t.deepEqual((await findAfter(t, unknownFabric, edit)).map(inShort), [
    'products/TEE-1.json:49:5 "coton" is not among the fabrics of facets.json [cotton]',
  ]);
});
