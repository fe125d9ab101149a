import { syncRepeated } from '../../../../build/rules/sync/repeated.ts';
import { appending, findAfter, findInFixture, inShort } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('rows that each speak of something else pass', async (t) => {
  t.deepEqual(await findInFixture(syncRepeated), []);
});

test('a row that speaks of what another does is told, with the line of the first', async (t) => {
  const edit = appending('active-products.csv', 'BAG-5,west-shop\nBAG-5,west-shop\n');
  const message = 'line 6 speaks of BAG-5, west-shop already; remove one of the two';
  t.deepEqual((await findAfter(t, syncRepeated, edit)).map(inShort), [
    `active-products.csv:7:1 ${message}`,
    `active-products.csv:8:1 ${message}`,
  ]);
});
