import { priceMissingNet } from '../../../../build/rules/price/missing-net.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const inA1 = replacing('prices/net-A1.csv', 'BAG-5,CAD,10,7901.11,\n', '');
const inA3 = replacing('prices/net-A3.csv', 'BAG-5,CAD,10,7921.11,\n', '');

test('products with a net price in every tier pass', async (t) => {
  t.deepEqual(await findInFixture(priceMissingNet), []);
});

test('a market names every tier’s table that lacks its currency', async (t) => {
  const place = 'products/BAG-5.json:19:5 BAG-5 is sold in CA and has no price in CAD in';
  t.deepEqual((await findAfter(t, priceMissingNet, inA1)).map(inShort), [
    `${place} prices/net-A1.csv; add its brackets`,
  ]);
  t.deepEqual((await findAfter(t, priceMissingNet, inA1, inA3)).map(inShort), [
    `${place} prices/net-A1.csv, prices/net-A3.csv; add its brackets`,
  ]);
});

test('a table that cannot be read is said to lack nothing', async (t) => {
  const header = replacing('prices/net-A1.csv', 'currency', 'money');
  t.deepEqual(await findAfter(t, priceMissingNet, inA1, header), []);
});
