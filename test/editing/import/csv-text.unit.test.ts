import test from 'ava';
import { parse } from 'csv-parse/sync';
import { toCsv } from '../../../editing/import/csv-text.ts';

test('cells with commas, quotes and line breaks are read back unchanged', (t) => {
  const rows = [
    { a: 'plain', b: 'one, two' },
    { a: 'she said "hem"', b: 'line\r\nbreak' },
    { a: '', b: ' spaced ' },
  ];
  const text = toCsv(['a', 'b'], rows);
  t.deepEqual(parse(text, { columns: true }), rows);
});

test('a table without rows is its header', (t) => {
  t.is(toCsv(['sku', 'price'], []), 'sku,price\n');
});
