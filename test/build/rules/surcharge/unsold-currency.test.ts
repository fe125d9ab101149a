import { surchargeUnsoldCurrency } from '../../../../build/rules/surcharge/unsold-currency.ts';
import { appending, findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const stray = appending('prices/surcharges.csv', 'USA-4,CAD,M,msrp,1\nUSA-4,CAD,M,A1,1\n');

test('surcharges in the currencies of a product’s markets pass', async (t) => {
  t.deepEqual(await findInFixture(surchargeUnsoldCurrency), []);
});

test('a surcharge in a currency of no market of the product is told once', async (t) => {
  t.deepEqual((await findAfter(t, surchargeUnsoldCurrency, stray)).map(inShort), [
    'prices/surcharges.csv:8:7 USA-4 is sold in US, where nobody pays in CAD; remove the 2 rows or add the market',
  ]);
});

test('nothing is told while the product’s markets cannot be read', async (t) => {
  const edit = replacing('products/USA-4.json', '"US"', '"USA"');
  t.deepEqual(await findAfter(t, surchargeUnsoldCurrency, stray, edit), []);
});
