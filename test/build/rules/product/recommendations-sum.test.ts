import { recommendationsSum } from '../../../../build/rules/product/recommendations-sum.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const file = 'products/TEE-1.json';

test('percentages that add up to 100 are fine', async (t) => {
  t.deepEqual(await findInFixture(recommendationsSum), []);
});

test('percentages that add up to something else are found', async (t) => {
  const edit = replacing(file, '50.5', '40.7');
  t.deepEqual((await findAfter(t, recommendationsSum, edit)).map(inShort), [
    'products/TEE-1.json:109:3 the percentages add up to 90.2, not to 100',
  ]);
});

test('what decimal fractions lose does not count', async (t) => {
  const edits = [
    replacing(file, '30\n', '0.1\n'),
    replacing(file, '50.5', '64.1'),
    replacing(file, '19.5', '35.8'),
  ];
  t.not(0.1 + 64.1 + 35.8, 100);
  t.deepEqual(await findAfter(t, recommendationsSum, ...edits), []);
});

test('nothing is said where a percentage could not be read', async (t) => {
  const edit = replacing(file, '50.5', '"50.5"');
  t.deepEqual(await findAfter(t, recommendationsSum, edit), []);
});
