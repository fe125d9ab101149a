import test from 'ava';
import { indexTable } from '../../../build/content/table-index.ts';

function split(text: string) {
  const bytes = Buffer.from(text);
  const table = indexTable(bytes);
  if (table === undefined) throw new Error('the table was not split by SKU');
  const slice = (start: number, end: number) => bytes.toString('utf8', start, end);
  return {
    header: table.header,
    skus: table.skus,
    rowsOf: (sku: string) => table.rowsOf(sku, slice),
    textOf: (sku: string) => table.textOf(sku, slice),
  };
}

test('the rows of a SKU are found in any part of the table, with their lines', (t) => {
  const table = split('sku,size\nA,S\nA,M\n\nB,S\nA,L');
  t.deepEqual(table.header, ['sku', 'size']);
  t.deepEqual([...table.skus()], ['A', 'B']);
  t.deepEqual(table.rowsOf('A'), [
    { cells: ['A', 'S'], line: 2 },
    { cells: ['A', 'M'], line: 3 },
    { cells: ['A', 'L'], line: 6 },
  ]);
  t.deepEqual(table.rowsOf('C'), []);
});

test('the SKU may be in any column, and a quoted cell is one cell', (t) => {
  const plain = split('size,sku\nS,A\nM,B\n');
  t.deepEqual(plain.rowsOf('B'), [{ cells: ['M', 'B'], line: 3 }]);
  const quoted = split('size,sku\n"S\n,B",A\nM,"B"\n');
  t.deepEqual(quoted.rowsOf('A'), [{ cells: ['S\n,B', 'A'], line: 2 }]);
  t.deepEqual(quoted.rowsOf('B'), [{ cells: ['M', 'B'], line: 4 }]);
});

for (const [what, text] of Object.entries({
  'other lines': 'sku,size\n\n\nA,S\nA,M\nB,S\n',
  'a blank line between': 'sku,size\nA,S\n\nA,M\nB,S\n',
  'another product between': 'sku,size\nA,S\nB,S\nA,M\n',
  'a byte order mark': '\uFEFFsku,size\nA,S\nA,M\nB,S\n',
})) {
  test(`the text of a SKU’s rows does not change with ${what}`, (t) => {
    t.is(split(text).textOf('A'), split('sku,size\nA,S\nA,M\nB,S\n').textOf('A'));
  });
}

test('another cell or another order of rows changes the text of a SKU', (t) => {
  const text = split('sku,size\nA,S\nA,M\n').textOf('A');
  t.not(split('sku,size\nA,S\nA,L\n').textOf('A'), text);
  t.not(split('sku,size\nA,M\nA,S\n').textOf('A'), text);
  const quoted = split('sku,size\nA,"S"\nA,M\n').textOf('A');
  t.not(split('sku,size\nA,"S,"\nA,M\n').textOf('A'), quoted);
});

test('a row without a SKU has the empty SKU', (t) => {
  t.deepEqual([...split('size,sku\nS\n').skus()], ['']);
  t.deepEqual([...split('sku,size\n,S\n').skus()], ['']);
});

test('a carriage return is part of the line break', (t) => {
  const table = split('sku,size\r\nA,S\r\nA,M\r\n');
  t.deepEqual(table.header, ['sku', 'size']);
  t.deepEqual(
    table.rowsOf('A').map(({ cells }) => cells),
    [
      ['A', 'S'],
      ['A', 'M'],
    ],
  );
});

for (const [what, sku] of Object.entries({ plain: 'A', quoted: '"A"' })) {
  test(`a byte order mark before a blank line is no part of a ${what} table`, (t) => {
    const table = split(`\uFEFF\nsku,size\n${sku},S\n`);
    t.deepEqual(table.header, ['sku', 'size']);
    t.deepEqual(table.rowsOf('A'), [{ cells: ['A', 'S'], line: 3 }]);
  });
}

for (const [what, bytes] of Object.entries({
  'no UTF-8': Buffer.from('sku,size\nA,\xff\n', 'latin1'),
  'no header': Buffer.from('\n'),
  'no column of SKUs': Buffer.from('SKU,size\nA,S\n'),
  'quotes that do not match': Buffer.from('sku,size\nA,"S\n'),
})) {
  test(`a table with ${what} is not split by SKU`, (t) => {
    t.is(indexTable(bytes), undefined);
  });
}
