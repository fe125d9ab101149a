import { sizeOrder } from '../../../../build/rules/product/size-order.ts';
import { findAfter, findInFixture, inShort, removing, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const file = 'products/TEE-1.json';
const swapped = replacing(file, '"sizes": [\n    "S",', '"sizes": [\n    "2XL",');

test('sizes in the order of sizes.json are fine', async (t) => {
  t.deepEqual(await findInFixture(sizeOrder), []);
});

test('the first size that is out of order is a warning', async (t) => {
  const findings = await findAfter(t, sizeOrder, swapped, replacing(file, '"2XL"\n', '"S"\n'));
  t.deepEqual(findings.map(inShort), [
    'products/TEE-1.json:105:5 "M" is out of order; sizes.json has S, M, 2XL',
  ]);
  t.is(findings[0]?.severity, 'warning');
});

test('a size that stands there twice or is not known is left to its own rule', async (t) => {
  const edit = replacing(file, '"2XL"\n', '"2XL", "S", "gone", "M"\n');
  t.deepEqual(await findAfter(t, sizeOrder, edit), []);
});

test('nothing is said where sizes.json is missing', async (t) => {
  t.deepEqual(await findAfter(t, sizeOrder, swapped, removing('sizes.json')), []);
});
