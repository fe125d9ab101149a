import { unknownInspiration } from '../../../../build/rules/product/unknown-inspiration.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('inspirations of facets.json are fine', async (t) => {
  t.deepEqual(await findInFixture(unknownInspiration), []);
});

test('an inspiration that facets.json lacks is found, with the one that was meant', async (t) => {
  const edit = replacing('products/TEE-1.json', '"team"', '"teams"');
  t.deepEqual((await findAfter(t, unknownInspiration, edit)).map(inShort), [
    'products/TEE-1.json:46:5 "teams" is not among the inspirations of facets.json [team]',
  ]);
});
