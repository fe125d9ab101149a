import test from 'ava';
import { readTable } from '../../../build/content/read-table.ts';
import { priceRowSchema } from '../../../build/content/schemas/tables.ts';

const file = 'prices.csv';
const header = 'sku,currency,minQuantity,price,regularPrice';

/** Reads a price table of the given lines. */
function readLines(lines: readonly string[], end = '\n') {
  return readTable(file, Buffer.from(lines.map((line) => line + end).join('')), priceRowSchema);
}

test('a row has numbers, undefined for an empty optional cell, and its line', (t) => {
  const { rows, readable, found } = readLines([header, 'A,CAD,12,20.50,25', 'A,CAD,48,18,']);
  t.true(readable);
  t.deepEqual(found, []);
  const row = { sku: 'A', currency: 'CAD' } as const;
  t.deepEqual(rows, [
    { ...row, minQuantity: 12, price: 20.5, regularPrice: 25, line: 2 },
    { ...row, minQuantity: 48, price: 18, regularPrice: undefined, line: 3 },
  ]);
});

test('empty lines, Windows line ends and a byte order mark are valid', (t) => {
  const { rows } = readLines([`\uFEFF${header}`, '', 'A,CAD,12,20.50,'], '\r\n');
  t.deepEqual(
    rows.map(({ sku, price, line }) => [sku, price, line]),
    [['A', 20.5, 3]],
  );
});

test('columns are matched by name, in any order', (t) => {
  const { rows } = readLines(['price,sku,regularPrice,minQuantity,currency', '20,A,,12,CAD']);
  t.like(rows[0], { sku: 'A', price: 20, minQuantity: 12 });
});

test('a row after a cell with a line break has the right line', (t) => {
  const { rows } = readLines([header, '"A\nB",CAD,1,1,', 'C,CAD,1,1,']);
  t.deepEqual(
    rows.map(({ sku, line }) => [sku, line]),
    [
      ['A\nB', 2],
      ['C', 4],
    ],
  );
});

test('every invalid cell is found at its line and column, and its product is marked', (t) => {
  const { rows, found, doubtful } = readLines([
    header,
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
  t.deepEqual([...doubtful], ['', 'B', 'C', 'D']);
});

test('a table without valid columns, rows or quotes is marked as unreadable', (t) => {
  for (const lines of [[], [header.replaceAll(',', ';')], ['sku'], [header, 'A,CAD,12,"20.50,']]) {
    const { readable, rows, found } = readLines(lines);
    t.false(readable);
    t.deepEqual(rows, []);
    t.true(found.length > 0);
  }
});
