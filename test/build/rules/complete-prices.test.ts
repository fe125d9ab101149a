import test from 'ava';
import { completePrices } from '../../../build/rules/complete-prices.ts';
import { findAfter, findInFixture, replacing } from './find-after.ts';

test('products with prices for each market they are sold in are fine', async (t) => {
  t.deepEqual(await findInFixture(completePrices), []);
});

test('a product without an MSRP in a currency it sells for is found', async (t) => {
  const edit = replacing('prices/msrp.csv', 'HOOD-2,USD,24,46.00,\n', '');
  t.deepEqual(await findAfter(t, completePrices, edit), [
    {
      file: 'products/HOOD-2.json',
      path: 'markets',
      message: 'sells for USD but has no row in prices/msrp.csv; add its brackets',
    },
  ]);
});

test('a product without net prices in one tier is found, with the table of that tier', async (t) => {
  const edit = replacing('prices/net-A1.csv', 'BAG-5,CAD,10,7901.11,\n', '');
  t.deepEqual(await findAfter(t, completePrices, edit), [
    {
      file: 'products/BAG-5.json',
      path: 'markets',
      message: 'sells for CAD but has no row in prices/net-A1.csv; add its brackets',
    },
  ]);
});

test('a product that gets a new market needs every list in its currency', async (t) => {
  const edit = replacing('products/USA-4.json', '"US"', '"US", "CA"');
  const messages = (await findAfter(t, completePrices, edit)).map(({ message }) => message);
  t.deepEqual(
    messages.map((message) => /for (\w+) .* in (\S+);/.exec(message)?.slice(1)),
    [
      ['CAD', 'prices/msrp.csv'],
      ['CAD', 'prices/net-A1.csv'],
      ['CAD', 'prices/net-A3.csv'],
    ],
  );
});
