import { recommendedSize } from '../../../../build/rules/product/recommended-size.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const file = 'products/TEE-1.json';
const edit = replacing(file, '"size": "M"', '"size": "OSFA"');

test('recommendations of sizes that the product has are fine', async (t) => {
  t.deepEqual(await findInFixture(recommendedSize), []);
});

test('a recommended size that other products have but this one has not is found', async (t) => {
  const findings = await findAfter(t, recommendedSize, edit);
  t.deepEqual(findings.map(inShort), [
    'products/TEE-1.json:115:15 "OSFA" is not among the sizes of this product',
  ]);
  t.deepEqual(findings[0]?.allowed, ['S', 'M', '2XL']);
});

test('nothing is said where a size of the product could not be read', async (t) => {
  t.deepEqual(await findAfter(t, recommendedSize, edit, replacing(file, '"2XL"\n', '2\n')), []);
});
