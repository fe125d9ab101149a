import { priceMissing } from '../../../../build/rules/price/missing.ts';
import { findAfter, findInFixture, inShort, removing, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const withoutHoodie = replacing('prices/msrp.csv', 'HOOD-2,USD,24,8046.00,\n', '');

test('products with an MSRP for every market pass', async (t) => {
  t.deepEqual(await findInFixture(priceMissing), []);
});

test('a market without an MSRP in its currency is told at the market', async (t) => {
  const findings = await findAfter(t, priceMissing, withoutHoodie);
  t.deepEqual(findings.map(inShort), [
    'products/HOOD-2.json:22:5 HOOD-2 is sold in US and has no price in USD in prices/msrp.csv; add its brackets',
  ]);
});

test('a market that is added needs its prices', async (t) => {
  const findings = await findAfter(
    t,
    priceMissing,
    replacing('products/USA-4.json', '"US"', '"CA"'),
  );
  t.deepEqual(
    findings.map(({ file, path }) => `${file} ${path}`),
    ['products/USA-4.json markets[0]'],
  );
});

test('a product whose rows have its SKU misspelt is not told to lack them', async (t) => {
  const misspelt = replacing('prices/msrp.csv', 'BAG-5,CAD', 'BAG5,CAD');
  t.deepEqual(await findAfter(t, priceMissing, misspelt), []);
});

test('nothing is told while the price may be in what cannot be read', async (t) => {
  const header = replacing('prices/msrp.csv', 'minQuantity', 'quantity');
  const row = replacing('prices/msrp.csv', 'HOOD-2,USD,24,8046.00,', 'HOOD-2,USD,24,"8046,00",');
  const sku = replacing('products/HOOD-2.json', '"HOOD-2"', '"Hoodie"');
  for (const edit of [header, removing('prices/msrp.csv'), row]) {
    t.deepEqual(await findAfter(t, priceMissing, edit), []);
  }
  t.deepEqual(await findAfter(t, priceMissing, withoutHoodie, sku), []);
});
