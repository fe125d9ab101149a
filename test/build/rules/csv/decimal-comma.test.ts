import { decimalComma } from '../../../../build/rules/csv/decimal-comma.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('prices with a point pass', async (t) => {
  t.deepEqual(await findInFixture(decimalComma), []);
});

const cells = [
  ['8018,50', '8018.50'],
  ['8018,5', '8018.5'],
  ['9 018,50', '9018.50'],
  ['8\u202F018,50', '8018.50'],
  ['8.018,50', '8018.50'],
  ['8018,50 $', '8018.50'],
] as const;

for (const [cell, suggestion] of cells) {
  test(`a quoted cell with a decimal comma is told with the point in its place: ${cell}`, async (t) => {
    const edit = replacing('prices/msrp.csv', '8018.50', `"${cell}"`);
    t.deepEqual((await findAfter(t, decimalComma, edit)).map(inShort), [
      `prices/msrp.csv:9:14 "${cell}" has a decimal comma; prices take a point [${suggestion}]`,
    ]);
  });
}
