import { wrongCell } from '../../../../build/rules/csv/wrong-cell.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const file = 'prices/msrp.csv';

test('cells of their columns’ form pass', async (t) => {
  t.deepEqual(await findInFixture(wrongCell), []);
});

const slips = [
  ['BAG-5,CAD,10,,', '14 the cell is empty'],
  ['BAG-5,CAD,10,-8,', '14 "-8" is not a price such as 12.50'],
  ['BAG-5,CAD,10,$8008.00,', '14 "$8008.00" is not a price such as 12.50'],
  ['BAG-5,CAD,10,8008.005,', '14 "8008.005" is not a price such as 12.50'],
  ['BAG-5,CAD,10.5,8008.00,', '11 "10.5" is not a whole number'],
  ['BAG-5,CAD,10,8008.00,8.', '22 "8." is not a price such as 12.50'],
  ['BAG-5,CAD,1000000000,8008.00,', '11 "1000000000" has more than 9 digits'],
  ['BAG-5,CAD,10,1000000000.00,', '14 "1000000000.00" has more than 9 digits before its point'],
  ['BAG-5,CAD,10,8008.00,1e9', '22 "1e9" is not a price such as 12.50'],
  ['BAG-5,CAD,10,8008.00,1000000000', '22 "1000000000" has more than 9 digits before its point'],
  ['BAG-5,cad,10,8008.00,', '7 "cad" is not one of the values that are allowed here [CAD]'],
] as const;

for (const [row, told] of slips) {
  test(`a cell that its column does not take is pointed at: ${row}`, async (t) => {
    const edit = replacing(file, 'BAG-5,CAD,10,8008.00,', row);
    t.deepEqual((await findAfter(t, wrongCell, edit)).map(inShort), [`${file}:2:${told}`]);
  });
}

test('every wrong cell of a row is told, with its row and column as a spreadsheet has them', async (t) => {
  const edit = replacing(file, 'BAG-5,CAD,10,8008.00', 'BAG-5,EUR,ten,8008.00');
  const findings = await findAfter(t, wrongCell, edit);
  t.deepEqual(
    findings.map(({ row, columnName, allowed }) => [row, columnName, allowed]),
    [
      [2, 'currency', ['CAD', 'USD']],
      [2, 'minQuantity', undefined],
    ],
  );
});

test('a message is one line whatever the cell holds', async (t) => {
  const edit = replacing(file, '8008.00', '"8\n\u001B[31m"');
  t.deepEqual((await findAfter(t, wrongCell, edit)).map(inShort), [
    `${file}:2:14 "8\\n\\u001b[31m" is not a price such as 12.50`,
  ]);
});
