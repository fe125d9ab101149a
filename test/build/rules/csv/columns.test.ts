import { columns } from '../../../../build/rules/csv/columns.ts';
import {
  findAfter,
  findAllAfter,
  findInFixture,
  inShort,
  replacing,
  rewriting,
} from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const file = 'prices/msrp.csv';

test('tables whose first line names their columns pass', async (t) => {
  t.deepEqual(await findInFixture(columns), []);
});

test('columns may stand in any order', async (t) => {
  const reverse = (line: string) => line.split(',').reverse().join();
  const edit = rewriting('inventory.csv', (text) => text.split('\n').map(reverse).join('\n'));
  t.deepEqual(await findAllAfter(t, edit), []);
});

const slips = [
  [
    'sku,currency,minQuantity,price,regular price',
    '1:32 "regular price" is not a column of this table [regularPrice]',
  ],
  ['SKU,currency,minQuantity,price,regularPrice', '1:1 "SKU" is not a column of this table [sku]'],
  [
    'sku, currency,minQuantity,price,regularPrice',
    '1:5 " currency" is not a column of this table [currency]',
  ],
  ['sku,note,currency,minQuantity,price,regularPrice', '1:5 "note" is not a column of this table'],
  ['sku,currency,minQuantity,price', '1:1 the column regularPrice is missing'],
  ['sku,currency,minQuantity', '1:1 the columns price, regularPrice are missing'],
  ['sku,currency,minQuantity,price,regularPrice,sku', '1:1 the column "sku" stands here twice'],
  [
    'BAG-5,CAD,10,8008.00,',
    '1:1 the first line has to name the columns: sku,currency,minQuantity,price,regularPrice',
  ],
] as const;

for (const [line, told] of slips) {
  test(`a first line is told what is wrong with it: ${line}`, async (t) => {
    const edit = replacing(file, 'sku,currency,minQuantity,price,regularPrice', line);
    t.deepEqual((await findAllAfter(t, edit)).map(inShort), [`${file}:${told}`]);
  });
}

test('the columns that there are are listed', async (t) => {
  const [finding] = await findAfter(t, columns, replacing('inventory.csv', 'sku,', 'sku,note,'));
  t.deepEqual(finding?.allowed, ['sku', 'color', 'size', 'quantity']);
});
