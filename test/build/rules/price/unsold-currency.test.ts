import { priceUnsoldCurrency } from '../../../../build/rules/price/unsold-currency.ts';
import { appending, findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const americanBag = appending('prices/msrp.csv', 'BAG-5,USD,10,6.00,\nBAG-5,USD,20,5.00,\n');

test('prices in the currencies of a product’s markets pass', async (t) => {
  t.deepEqual(await findInFixture(priceUnsoldCurrency), []);
});

test('prices in a currency of no market of the product are told once a table', async (t) => {
  const net = appending('prices/net-A1.csv', 'USA-4,CAD,12,9.00,\n');
  const findings = await findAfter(t, priceUnsoldCurrency, americanBag, net);
  t.deepEqual(findings.map(inShort), [
    'prices/msrp.csv:14:7 BAG-5 is sold in CA, where nobody pays in USD; remove the 2 rows or add the market',
    'prices/net-A1.csv:14:7 USA-4 is sold in US, where nobody pays in CAD; remove the row or add the market',
  ]);
  t.deepEqual(findings[0]?.allowed, ['CAD']);
});

test('nothing is told while a market of the product cannot be read', async (t) => {
  const edit = replacing('products/BAG-5.json', '"CA"', '"CA", "USA"');
  t.deepEqual(await findAfter(t, priceUnsoldCurrency, americanBag, edit), []);
});
