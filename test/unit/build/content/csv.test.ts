import test from 'ava';
import { indexTable, readRows } from '../../../../build/content/csv.ts';
import { inventoryRowSchema, priceRowSchema } from '../../../../build/content/schemas/tables.ts';

const file = 'inventory.csv';
const header = 'sku,color,size,quantity';

function index(text: string | Buffer) {
  return indexTable(file, Buffer.from(text), inventoryRowSchema);
}

/** Reads the rows of a SKU in the text of a stock table; returns line number, colour, size and quantity of each. */
function readSku(text: string, sku: string) {
  const table = index(text);
  const { rows } = readRows(
    { file, header: table.header, schema: inventoryRowSchema },
    table.rowsOf(sku),
  );
  return rows.map((row) => [row.line, row.color, row.size, row.quantity]);
}

const textOf = (text: string, sku: string) =>
  index(text)
    .rowsOf(sku)
    .map((run) => run.text)
    .join('');

test('the rows of a SKU are found anywhere in the table, with their line numbers', (t) => {
  const text = `${header}\nA,x,S,1\nA,x,M,2\n\nB,x,S,3\nA,x,L,4`;
  t.deepEqual(index(text).header, header.split(','));
  t.deepEqual([...index(text).skus()], ['A', 'B']);
  t.deepEqual(readSku(text, 'A'), [
    [2, 'x', 'S', 1],
    [3, 'x', 'M', 2],
    [6, 'x', 'L', 4],
  ]);
  t.deepEqual(readSku(text, 'C'), []);
});

test('a byte order mark within a table belongs to the SKU of its row, so that the row is reported', (t) => {
  for (const cell of ['x', '"x"']) {
    const table = index(`${header}\nA,${cell},S,1\n\uFEFFA,${cell},M,2\n`);
    t.deepEqual([...table.skus()], ['A', '\uFEFFA']);
    const { rows } = readRows(
      { file, header: table.header, schema: inventoryRowSchema },
      table.rowsOf('\uFEFFA'),
    );
    t.false(rows.some(({ sku }) => sku === 'A'));
  }
});

test('a line break of Windows within quotes counts as one line', (t) => {
  const text = `${header}\r\nA,"x\r\n",S,1\r\n\r\nB,x,S,2\r\nB,"x",M,3\r\n`;
  t.deepEqual(
    index(text)
      .rowsOf('A')
      .map(({ line }) => line),
    [2],
  );
  t.deepEqual(readSku(text, 'B'), [
    [5, 'x', 'S', 2],
    [6, 'x', 'M', 3],
  ]);
});

test('a SKU that is a prefix of the previous SKU, or begins with it, is a different SKU', (t) => {
  const text = `${header}\nA,x,S,1\nAB,x,S,2\nA,x,M,3\nA\n`;
  t.deepEqual([...index(text).skus()], ['A', 'AB']);
  t.is(textOf(text, 'A'), 'A,x,S,1\nA,x,M,3\nA\n');
});

test('rows with a quoted SKU, and the rows after them, are found under their own SKU', (t) => {
  const text = `${header}\nA,x,S,1\n"B",x,S,2\nA,x,M,3\n"A",x,L,4\nA,x,XL,5\n`;
  t.deepEqual([...index(text).skus()], ['A', 'B']);
  t.is(textOf(text, 'A'), 'A,x,S,1\nA,x,M,3\n"A",x,L,4\nA,x,XL,5\n');
  t.is(textOf(text, 'B'), '"B",x,S,2\n');
});

test('the SKU may be in any column of a table', (t) => {
  const text = 'size,sku,quantity,color\nS,A,1,x\nM,B,2,x\n';
  t.deepEqual(readSku(text, 'B'), [[3, 'x', 'M', 2]]);
});

test('a quoted cell may contain commas, quotes and line breaks', (t) => {
  const text = `${header}\n"A","x, ""y""\nz",S,1\nB,"x",M,2\nB,x,L,3\n`;
  t.deepEqual(readSku(text, 'A'), [[2, 'x, "y"\nz', 'S', 1]]);
  t.deepEqual(readSku(text, 'B'), [
    [4, 'x', 'M', 2],
    [5, 'x', 'L', 3],
  ]);
});

test('a table with quotes has the same rows as one without', (t) => {
  for (const rest of [
    'B,x,S,1\nB,x,M,2\n',
    'B,x,S,1\r\n\r\nB,x,M,2',
    '\n\n\nB,x,S,3',
    'C,x,S,1\nB,y,S,1',
  ]) {
    const [plain, quoted] = [`${header}\nA,x,S,1\n${rest}`, `${header}\nA,"x",S,1\n${rest}`];
    t.deepEqual(readSku(quoted, 'B'), readSku(plain, 'B'), rest);
    t.is(textOf(quoted, 'B'), textOf(plain, 'B'), rest);
  }
});

for (const [what, text] of Object.entries({
  'other lines': `${header}\n\n\nA,x,S,1\nA,x,M,2\nB,x,S,3\n`,
  'a blank line between': `${header}\nA,x,S,1\n\nA,x,M,2\nB,x,S,3\n`,
  'another product between': `${header}\nA,x,S,1\nB,x,S,3\nA,x,M,2\n`,
  'a byte order mark': `\uFEFF${header}\nA,x,S,1\nA,x,M,2\nB,x,S,3\n`,
  'a quoted cell of another product': `${header}\nA,x,S,1\nA,x,M,2\nB,"x",S,3\n`,
})) {
  test(`the text of a SKU’s rows does not depend on ${what}`, (t) => {
    t.is(textOf(text, 'A'), 'A,x,S,1\nA,x,M,2\n');
  });
}

test('a row without a SKU has the empty SKU', (t) => {
  t.deepEqual([...index('size,sku,color,quantity\nS\n').skus()], ['']);
  t.deepEqual([...index(`${header}\n,x,S,1\n`).skus()], ['']);
});

test('Windows line ends and a byte order mark are valid', (t) => {
  const text = `\uFEFF${header}\r\n\r\nA,x,S,1\r\nA,x,M,2\r\n`;
  t.deepEqual(index(text).header, header.split(','));
  t.deepEqual(readSku(text, 'A'), [
    [3, 'x', 'S', 1],
    [4, 'x', 'M', 2],
  ]);
});

for (const [what, bytes] of Object.entries({
  'is not UTF-8': Buffer.from(`${header}\nA,\xff,S,1\n`, 'latin1'),
  'is empty': Buffer.from('\n'),
  'has another separator': Buffer.from(`${header.replaceAll(',', ';')}\n`),
  'lacks columns': Buffer.from('sku\nA\n'),
  'has an unclosed quote': Buffer.from(`${header}\nA,"x,S,1\n`),
})) {
  test(`a table that ${what} is unreadable, with the reason`, (t) => {
    const table = index(bytes);
    t.is(table.header, undefined);
    t.true(table.found.length > 0);
    t.deepEqual([...table.skus()], []);
    t.false(readRows({ file, header: table.header, schema: inventoryRowSchema }, []).readable);
  });
}

/**
 * Reads a price table from lines without header; returns its rows, and findings about its cells.
 */
function readPrices(lines: readonly string[]) {
  const text = ['sku,currency,minQuantity,price,regularPrice', ...lines].join('\n');
  const table = indexTable('prices.csv', Buffer.from(text), priceRowSchema);
  const texts = [...table.skus()].flatMap(table.rowsOf).sort((a, b) => a.line - b.line);
  return readRows({ file: 'prices.csv', header: table.header, schema: priceRowSchema }, texts);
}

test('a parsed row has numbers, undefined for an empty optional cell, and its line number', (t) => {
  const { rows, readable, found } = readPrices(['A,CAD,12,20.50,25', 'A,CAD,48,18,']);
  t.true(readable);
  t.deepEqual(found, []);
  const row = { sku: 'A', currency: 'CAD' } as const;
  t.deepEqual(rows, [
    { ...row, minQuantity: 12, price: 20.5, regularPrice: 25, line: 2 },
    { ...row, minQuantity: 48, price: 18, regularPrice: undefined, line: 3 },
  ]);
});

test('every invalid cell is reported at its line and column, and the valid ones are kept', (t) => {
  const dates = { from: undefined, until: undefined };
  const optional = { ...dates, regularPrice: undefined };
  const { rows, found, faulty } = readPrices([
    'A,CAD,12,20.50,',
    ',CAD,48,18,',
    'B,CAD,many,18.005,-1',
    'C,EUR,48,"18,50",',
    'D,CAD',
  ]);
  t.deepEqual(
    rows.map(({ sku }) => sku),
    ['A'],
  );
  t.deepEqual(
    found.map(({ fault }) => `${fault.line} ${fault.column}`),
    ['3 sku', '4 minQuantity', '4 price', '4 regularPrice', '5 currency', '5 price', '6 undefined'],
  );
  t.deepEqual(faulty, [
    { sku: '', cells: { ...optional, currency: 'CAD', minQuantity: 48, price: 18, line: 3 } },
    { sku: 'B', cells: { ...dates, sku: 'B', currency: 'CAD', line: 4 } },
    { sku: 'C', cells: { ...optional, sku: 'C', minQuantity: 48, line: 5 } },
    { sku: 'D', cells: { ...dates, line: 6 } },
  ]);
});
