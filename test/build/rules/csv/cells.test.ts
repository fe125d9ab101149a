import { cells } from '../../../../build/rules/csv/cells.ts';
import {
  findAfter,
  findAllAfter,
  findInFixture,
  inShort,
  replacing,
  writing,
} from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const file = 'prices/msrp.csv';

test('rows of as many cells as columns pass', async (t) => {
  t.deepEqual(await findInFixture(cells), []);
});

const slips = [
  ['BAG-5,CAD,10,8008.00', 'has 4 cells for 5 columns; each row takes 4 commas'],
  ['BAG-5,CAD,10,8008.00,,,', 'has 7 cells for 5 columns; each row takes 4 commas'],
  ['BAG-5', 'has 1 cell for 5 columns; each row takes 4 commas'],
  [
    'BAG-5,CAD,10,8008,00,',
    'has 6 cells for 5 columns; a decimal comma cuts a price in two: write 8008.00',
  ],
  [
    'BAG-5,CAD,10,18,50,',
    'has 6 cells for 5 columns; a decimal comma cuts a price in two: write 18.50',
  ],
  [
    'BAG-5,CAD,10,18,5,',
    'has 6 cells for 5 columns; a decimal comma cuts a price in two: write 18.5',
  ],
  [
    'BAG-5,CAD,10,18,50,25,00',
    'has 7 cells for 5 columns; a decimal comma cuts a price in two: write a decimal point',
  ],
  ['BAG-5,CAD,10,50,8008.00,', 'has 6 cells for 5 columns; each row takes 4 commas'],
  ['BAG-5,CAD,10,18,50,,', 'has 7 cells for 5 columns; each row takes 4 commas'],
  [',,,,', 'every cell is empty; remove the row'],
] as const;

for (const [row, message] of slips) {
  test(`a row with other cells than the columns is told as a whole: ${row}`, async (t) => {
    const findings = await findAfter(t, cells, replacing(file, 'BAG-5,CAD,10,8008.00,', row));
    t.deepEqual(findings.map(inShort), [`${file}:2:1 ${message}`]);
  });
}

test('a decimal comma is looked for where the prices are, whatever the order of the columns', async (t) => {
  const edit = writing(
    'prices/surcharges.csv',
    'surcharge,sku,currency,list,size\n2,50,TEE-1,CAD,msrp,M\n',
  );
  t.deepEqual((await findAfter(t, cells, edit)).map(inShort), [
    'prices/surcharges.csv:2:1 has 6 cells for 5 columns; a decimal comma cuts a price in two: write 2.50',
  ]);
});

test('a table without prices has no decimal commas', async (t) => {
  const edit = replacing('inventory.csv', 'M,9\n', 'M,9,10\n');
  t.deepEqual((await findAfter(t, cells, edit)).map(inShort), [
    'inventory.csv:10:1 has 5 cells for 4 columns; each row takes 3 commas',
  ]);
});

test('empty rows at the end of a table, as spreadsheets leave them, are all that is told', async (t) => {
  const findings = await findAllAfter(t, replacing('inventory.csv', 'M,9\n', 'M,9\n,,,\n,,,\n'));
  t.deepEqual(
    findings.map(({ rule, line }) => [rule, line]),
    [
      [cells.id, 11],
      [cells.id, 12],
    ],
  );
});

test('the marks of a merge conflict are told by name', async (t) => {
  const row = 'BAG-5,CAD,10,8008.00,\n';
  const conflict = `<<<<<<< HEAD\n${row}=======\n>>>>>>> branch\n`;
  const findings = await findAfter(t, cells, replacing(file, row, conflict));
  const message =
    'is the mark of a merge conflict; decide between the two versions and remove the marks';
  t.deepEqual(
    findings.map(inShort),
    [2, 4, 5].map((line) => `${file}:${line}:1 ${message}`),
  );
});
