import { surchargeRepeated } from '../../../../build/rules/surcharge/repeated.ts';
import { appending, findAfter, findInFixture, inShort } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('rows that each speak of something else pass', async (t) => {
  t.deepEqual(await findInFixture(surchargeRepeated), []);
});

test('a row that speaks of what another does is told, with the line of the first', async (t) => {
  const edit = appending('prices/surcharges.csv', 'TEE-1,CAD,2XL,A1,9\nTEE-1,CAD,2XL,A1,9\n');
  const message = 'line 3 speaks of TEE-1, CAD, 2XL, A1 already; remove one of the two';
  t.deepEqual((await findAfter(t, surchargeRepeated, edit)).map(inShort), [
    `prices/surcharges.csv:8:1 ${message}`,
    `prices/surcharges.csv:9:1 ${message}`,
  ]);
});
