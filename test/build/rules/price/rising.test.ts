import { priceRising } from '../../../../build/rules/price/rising.ts';
import { appending, findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('prices that fall with the quantity pass', async (t) => {
  t.deepEqual(await findInFixture(priceRising), []);
});

test('prices that stay the same pass', async (t) => {
  const edit = replacing('prices/msrp.csv', '8018.50', '8020.00');
  t.deepEqual(await findAfter(t, priceRising, edit), []);
});

test('a price above that of a smaller quantity is told', async (t) => {
  const edit = replacing('prices/net-A3.csv', '7918.37', '7981.37');
  t.deepEqual((await findAfter(t, priceRising, edit)).map(inShort), [
    'prices/net-A3.csv:9:14 TEE-1 costs more from 48 pieces (CAD 7981.37) than from 12 (7919.13, line 8)',
  ]);
});

test('quantities are compared in their order, not in that of the rows', async (t) => {
  const cheap = appending('prices/msrp.csv', 'USA-4,USD,6,8000.00,\n');
  t.deepEqual((await findAfter(t, priceRising, cheap)).map(inShort), [
    'prices/msrp.csv:13:14 USA-4 costs more from 12 pieces (USD 8014.00) than from 6 (8000.00, line 14)',
  ]);
});

test('two prices for one quantity are not compared with each other', async (t) => {
  const edit = appending('prices/msrp.csv', 'USA-4,USD,12,8015.00,\n');
  t.deepEqual(await findAfter(t, priceRising, edit), []);
});
