import { quotes } from '../../../../build/rules/csv/quotes.ts';
import { findAfter, findAllAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const file = 'prices/msrp.csv';

test('tables without quotes pass', async (t) => {
  t.deepEqual(await findInFixture(quotes), []);
});

test('quoted cells pass', async (t) => {
  const edit = replacing('inventory.csv', 'BAG-5,navy,OSFA,400', '"BAG-5",navy,"OSFA","400"');
  t.deepEqual(await findAllAfter(t, edit), []);
});

test('lines and rows are right after a cell with a line break and doubled quotes', async (t) => {
  const findings = await findAllAfter(
    t,
    replacing('inventory.csv', 'TEE-1,navy,2XL,12', 'TEE-1,"na""v""\ny",2XL,12'),
    replacing('inventory.csv', 'TEE-1,navy,S,120', 'TEE-1,navy,S,many'),
  );
  t.deepEqual(
    findings.map(({ rule, line, column, row }) => [rule, line, column, row]),
    [
      ['stock/unknown-color', 6, 7, 6],
      ['csv/wrong-cell', 9, 14, 8],
    ],
  );
});

const inside = 'a " stands inside a cell; double it, or quote the whole cell';
const slips = [
  ['BAG"-5,CAD', inside],
  ['"BAG"-5,CAD', inside],
  ['"BAG-5,CAD', 'the quote that opens in this row is never closed'],
] as const;

for (const [wrong, message] of slips) {
  test(`a stray quote is told where it stands, and nothing else of the table: ${wrong}`, async (t) => {
    const findings = await findAllAfter(t, replacing(file, 'BAG-5,CAD', wrong));
    t.deepEqual(findings.map(inShort), [`${file}:2:1 ${message}`]);
  });
}

test('a quote that runs on until another opens is told where it opens', async (t) => {
  const findings = await findAfter(
    t,
    quotes,
    replacing(file, 'HOOD-2,USD', '"HOOD-2,USD'),
    replacing(file, 'USA-4,USD', 'USA-4,"USD"'),
  );
  t.deepEqual(findings.map(inShort), [
    `${file}:5:1 the quote that opens in this row runs on to line 13; close it in its cell`,
  ]);
});
