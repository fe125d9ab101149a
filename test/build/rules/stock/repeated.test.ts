import { stockRepeated } from '../../../../build/rules/stock/repeated.ts';
import { appending, findAfter, findInFixture, inShort } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('rows that each speak of something else pass', async (t) => {
  t.deepEqual(await findInFixture(stockRepeated), []);
});

test('a row that speaks of what another does is told, with the line of the first', async (t) => {
  const edit = appending('inventory.csv', 'TEE-1,navy,S,7\nTEE-1,navy,S,7\n');
  const message = 'line 8 speaks of TEE-1, navy, S already; remove one of the two';
  t.deepEqual((await findAfter(t, stockRepeated, edit)).map(inShort), [
    `inventory.csv:11:1 ${message}`,
    `inventory.csv:12:1 ${message}`,
  ]);
});
