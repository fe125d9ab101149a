import { stockMadeToOrder } from '../../../../build/rules/stock/made-to-order.ts';
import { appending, findAfter, findInFixture, inShort } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('stock of products that hold stock passes', async (t) => {
  t.deepEqual(await findInFixture(stockMadeToOrder), []);
});

test('stock of a product that is made to order is told once', async (t) => {
  const edit = appending('inventory.csv', 'JER-3,bright,S,4\nJER-3,bright,M,0\n');
  t.deepEqual((await findAfter(t, stockMadeToOrder, edit)).map(inShort), [
    'inventory.csv:11:1 JER-3 is made to order and holds no stock; remove the 2 rows',
  ]);
});
