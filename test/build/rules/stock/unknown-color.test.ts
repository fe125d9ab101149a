import { stockUnknownColor } from '../../../../build/rules/stock/unknown-color.ts';
import { appending, findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const stray = appending('inventory.csv', 'TEE-1,gray-navy,S,1\nTEE-1,gray-navy,M,1\n');

test('stock in colours of its product passes', async (t) => {
  t.deepEqual(await findInFixture(stockUnknownColor), []);
});

test('a colour that the product has not is told once, with the one that was meant', async (t) => {
  const findings = await findAfter(t, stockUnknownColor, stray);
  t.deepEqual(findings.map(inShort), [
    'inventory.csv:11:7 "gray-navy" is not a colour of TEE-1; correct it or remove the 2 rows [grey-navy]',
  ]);
  t.deepEqual(findings[0]?.allowed, ['navy', 'grey-navy']);
});

test('a colour of another product is none of this one', async (t) => {
  const edit = appending('inventory.csv', 'USA-4,bright,M,1\n');
  t.is((await findAfter(t, stockUnknownColor, edit)).length, 1);
});

test('nothing is told while a colour of the product cannot be read', async (t) => {
  const edit = replacing('products/TEE-1.json', '"color": "grey-navy"', '"colour": "gray-navy"');
  t.deepEqual(await findAfter(t, stockUnknownColor, stray, edit), []);
});
