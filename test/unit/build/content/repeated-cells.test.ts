import test from 'ava';
import fc from 'fast-check';
import { absentTable, indexTable } from '../../../../build/content/csv.ts';
import { skusOfRepeatedCells } from '../../../../build/content/repeated-cells.ts';
import { variantRowSchema } from '../../../../build/content/schemas/tables.ts';

const tableOf = (rows: readonly string[]) =>
  indexTable(
    'variants.csv',
    Buffer.from(`sku,color,size,part_id,gtin\n${rows.map((row) => `${row}\n`).join('')}`),
    variantRowSchema,
  );
const same = (cell: string) => cell;

test('the SKUs of equal cells are found, also in quoted cells and in distant rows', (t) => {
  const table = tableOf([
    'A,navy,S,P1,',
    'B,navy,S,P2,',
    'C,navy,S,"P1",',
    'B,navy,M,,',
    'D,x,y,,',
  ]);
  t.deepEqual(skusOfRepeatedCells(table, 'part_id', same), ['A', 'C']);
  t.deepEqual(skusOfRepeatedCells(table, 'gtin', same), []);
});

test('the second row of a SKU is compared as well as the first', (t) => {
  const table = tableOf(['A,navy,S,P1,', 'A,navy,M,P2,', 'B,navy,S,P2,', 'C,navy,S,P3,']);
  t.deepEqual(skusOfRepeatedCells(table, 'part_id', same), ['A', 'B']);
});

test('cells are compared in the form that the given function returns', (t) => {
  const table = tableOf(['A,navy,S,,0012', 'B,navy,S,,12', 'C,navy,S,,120']);
  const number = (cell: string) => String(Number(cell));
  t.deepEqual(skusOfRepeatedCells(table, 'gtin', number), ['A', 'B']);
  t.deepEqual(skusOfRepeatedCells(table, 'gtin', same), []);
});

test('a missing table or column has no repeated cells', (t) => {
  t.deepEqual(skusOfRepeatedCells(absentTable('variants.csv'), 'part_id', same), []);
  const bytes = Buffer.from('sku,color,size\nA,navy,S\nA,navy,S\n');
  const table = indexTable('variants.csv', bytes, variantRowSchema);
  t.deepEqual(skusOfRepeatedCells(table, 'part_id', same), []);
});

test('no repeated cell is missed', (t) => {
  const cell = fc.stringMatching(/^[A-C0-2-]{1,3}$/);
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 40 }), (cells) => {
      const table = tableOf(cells.map((each, index) => `S${index},navy,S,${each},`));
      const expected = cells.flatMap((each, index) =>
        cells.indexOf(each) !== cells.lastIndexOf(each) ? [`S${index}`] : [],
      );
      t.deepEqual(skusOfRepeatedCells(table, 'part_id', same), expected);
    }),
  );
});

test('none of 200,000 different part ids is reported as repeated', (t) => {
  const rows = Array.from({ length: 200_000 }, (_, index) => `S${index},navy,S,TEE${index}-NVY-M,`);
  t.deepEqual(skusOfRepeatedCells(tableOf(rows), 'part_id', same), []);
});
