import { surchargeUnknownSize } from '../../../../build/rules/surcharge/unknown-size.ts';
import { appending, findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const stray = appending('prices/surcharges.csv', 'TEE-1,CAD,2XM,msrp,1\nTEE-1,CAD,2XM,A1,1\n');

test('sizes of the product pass', async (t) => {
  t.deepEqual(await findInFixture(surchargeUnknownSize), []);
});

test('a size that the product has not is told once, with the one that was meant', async (t) => {
  const findings = await findAfter(t, surchargeUnknownSize, stray);
  t.deepEqual(findings.map(inShort), [
    'prices/surcharges.csv:8:11 "2XM" is not a size of TEE-1; correct it or remove the 2 rows [2XL]',
  ]);
  t.deepEqual(findings[0]?.allowed, ['S', 'M', '2XL']);
});

test('a size that the catalogue has and the product has not is told', async (t) => {
  const edit = appending('prices/surcharges.csv', 'TEE-1,CAD,L,msrp,1\n');
  t.is((await findAfter(t, surchargeUnknownSize, edit)).length, 1);
});

test('nothing is told while the product’s sizes cannot be read', async (t) => {
  const edit = replacing('products/TEE-1.json', '"2XL"', '22');
  t.deepEqual(await findAfter(t, surchargeUnknownSize, stray, edit), []);
});
