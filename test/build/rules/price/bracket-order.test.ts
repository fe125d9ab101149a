import { priceBracketOrder } from '../../../../build/rules/price/bracket-order.ts';
import { appending, findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('brackets sorted by quantity pass', async (t) => {
  t.deepEqual(await findInFixture(priceBracketOrder), []);
});

test('a bracket after one of a higher quantity is told', async (t) => {
  const edit = replacing('prices/msrp.csv', 'TEE-1,CAD,144', 'TEE-1,CAD,36');
  t.deepEqual((await findAfter(t, priceBracketOrder, edit)).map(inShort), [
    'prices/msrp.csv:10:11 the bracket of TEE-1 from 36 pieces stands after the one from 48; sort them by quantity',
  ]);
});

test('a second bracket of one quantity is told, in any list', async (t) => {
  const edit = appending('prices/net-A3.csv', 'TEE-1,CAD,48,7918.00,\n');
  t.deepEqual((await findAfter(t, priceBracketOrder, edit)).map(inShort), [
    'prices/net-A3.csv:14:11 line 9 has a price of TEE-1 in CAD from 48 pieces already; remove one of the two',
  ]);
});

test('rows of a product may stand apart from each other', async (t) => {
  const edit = appending('prices/msrp.csv', 'HOOD-2,CAD,96,8050.00,\n');
  t.deepEqual(await findAfter(t, priceBracketOrder, edit), []);
});
