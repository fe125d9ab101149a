import { sameBrandName } from '../../../../build/rules/shared/same-brand-name.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('brands of different names are fine', async (t) => {
  t.deepEqual(await findInFixture(sameBrandName), []);
});

test('the second of two brands of one name is found', async (t) => {
  const edit = replacing('brands.json', '"name": "Zeta"', '"name": "Acme & Sons"');
  t.deepEqual((await findAfter(t, sameBrandName, edit)).map(inShort), [
    'brands.json:12:15 "Acme & Sons" is the name of the brand "acme" already',
  ]);
});
