import { unknownFor } from '../../../../build/rules/product/unknown-for.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('audiences (“for”) of facets.json are fine', async (t) => {
  t.deepEqual(await findInFixture(unknownFor), []);
});

test('an audience (“for”) that facets.json lacks is found, with the one that was meant', async (t) => {
  const edit = replacing('products/TEE-1.json', '"for": "adults"', '"for": "adult"');
  t.deepEqual((await findAfter(t, unknownFor, edit)).map(inShort), [
    'products/TEE-1.json:43:10 "adult" is not among the audiences (“for”) of facets.json [adults]',
  ]);
});
