import test from 'ava';
import fc from 'fast-check';
import { ExpectedError } from '../../../../console/errors.ts';
import { openTable as openFile } from '../../../../editing/text/csv-text.ts';

const openTable = (text: string) => openFile(text, 'table.csv');

const text = 'sku,size,note\nA,M,"one, two"\n\nB,L,"say ""hi"""\nA,S,x\n';

test('a table without edits keeps its text, with any line ends, quotes and blank lines', (t) => {
  const texts = [
    text,
    text.replaceAll('\n', '\r\n'),
    `\uFEFF${text}`,
    text.trimEnd(),
    'sku,size\n',
  ];
  for (const each of texts) t.is(openTable(each).toText(), each);
});

test('rows have unquoted cells and the line on which they begin', (t) => {
  const rows = openTable('sku,note\nA,"one\ntwo"\n\nB,"say ""hi"""').rows;
  t.deepEqual(rows, [
    { line: 2, cells: { sku: 'A', note: 'one\ntwo' } },
    { line: 5, cells: { sku: 'B', note: 'say "hi"' } },
  ]);
});

test('only changed cells are rewritten', (t) => {
  const table = openTable('sku,size,note\n"A","M",x\n');
  const [row] = table.rows;
  if (row === undefined) return t.fail();
  table.change(row, { size: 'M', note: 'y, z' });
  t.is(table.toText(), 'sku,size,note\n"A","M","y, z"\n');
});

test('rows are added after another one, at the start or at the end, with the line ends of the table', (t) => {
  const table = openTable('sku,size\r\nA,M\r\nB,L');
  const [first] = table.rows;
  const second = table.add({ sku: 'A', size: 'L' }, first);
  table.add({ sku: 'A', size: 'XL' }, second);
  table.add({ sku: 'C' });
  table.add({ sku: '9' }, 'start');
  t.is(table.toText(), 'sku,size\r\n9,\r\nA,M\r\nA,L\r\nA,XL\r\nB,L\r\nC,\r\n');
});

test('the first column of a table with a byte order mark is recognized, and the mark stays', (t) => {
  const table = openTable('\uFEFFsku,size\nA,M\n');
  const [row] = table.rows;
  if (row === undefined) return t.fail();
  t.deepEqual(row.cells, { sku: 'A', size: 'M' });
  table.change(row, { sku: 'B' });
  t.is(table.toText(), '\uFEFFsku,size\nB,M\n');
});

test('rows that were added after a row stay when that row is removed', (t) => {
  const table = openTable('sku,size\nA,M\nB,L\n');
  const [first] = table.rows;
  if (first === undefined) return t.fail();
  table.add({ sku: 'A', size: 'S' }, first);
  table.remove(first);
  t.deepEqual(
    table.rows.map(({ cells }) => cells['size']),
    ['S', 'L'],
  );
  t.is(table.toText(), 'sku,size\nA,S\nB,L\n');
});

test('missing columns are added at the end with empty cells, and existing columns stay', (t) => {
  const table = openTable('sku,from\nA,x\n');
  table.addColumns(['from', 'until']);
  t.deepEqual(table.columns, ['sku', 'from', 'until']);
  t.is(table.toText(), 'sku,from,until\nA,x,\n');
  table.addColumns(['a "note", or two']);
  t.is(table.toText(), 'sku,from,until,"a ""note"", or two"\nA,x,,\n');
});

test('a cell of a column that the table lacks is refused', (t) => {
  const table = openTable('sku\nA\n');
  const [row] = table.rows;
  if (row === undefined) return t.fail();
  t.throws(() => table.change(row, { size: 'M' }), { message: 'the table has no column size' });
  t.throws(() => table.add({ sku: 'B', size: 'M' }), { message: 'the table has no column size' });
  t.is(table.toText(), 'sku\nA\n');
});

test('a written table is read back with the same cells, for any cells', (t) => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'é') });
  const property = fc.property(
    // The first cell may be empty too.
    fc.array(
      fc.tuple(
        fc.constantFrom('A', ''),
        cell.map((text) => `x${text}`),
      ),
      { minLength: 1 },
    ),
    (rows) => {
      const table = openTable('sku,note\n');
      for (const [sku, note] of rows) table.add({ sku, note });
      const read = openTable(table.toText()).rows.map(({ cells }) => [cells['sku'], cells['note']]);
      t.deepEqual(read, rows);
    },
  );
  fc.assert(property);
});

test('a table with a row that cannot be read is refused, so that no row after it is lost', (t) => {
  for (const broken of ['A,M",x', 'A,M\rB,L', 'A,"open', '"A"B,M']) {
    t.throws(() => openTable(`sku,size\nA,S\n${broken}\nC,L\n`), {
      message: 'table.csv:3 cannot be read; npm run build reports the reason',
    });
  }
});

test('a row with more or fewer cells than columns is refused, so that none of its cells is lost', (t) => {
  for (const [row, count] of [
    ['A,24,50,', '4 cells'],
    ['A', '1 cell'],
  ]) {
    t.throws(() => openTable(`sku,price,from\nB,2.00,\n${row}\n`), {
      instanceOf: ExpectedError,
      message: `table.csv:3 has ${count} for 3 columns; npm run build reports the reason`,
    });
  }
});
