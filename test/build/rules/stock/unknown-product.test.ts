import { stockUnknownProduct } from '../../../../build/rules/stock/unknown-product.ts';
import { appending, findAfter, findInFixture, inShort } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('stock of products that there are passes', async (t) => {
  t.deepEqual(await findInFixture(stockUnknownProduct), []);
});

test('a SKU of no product is told at its first row, with the one that was meant', async (t) => {
  const edit = appending('inventory.csv', 'HODO-2,navy,S,1\nHODO-2,navy,M,1\n');
  t.deepEqual((await findAfter(t, stockUnknownProduct, edit)).map(inShort), [
    'inventory.csv:11:1 no product has the SKU "HODO-2"; correct it or remove the 2 rows [HOOD-2]',
  ]);
});
