import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { parse } from 'csv-parse/sync';
import { toCsv } from '../../../editing/import/content-files.ts';
import { ImportError, writeContent } from '../../../editing/import/import-files.ts';
import { makeFolder } from '../../helpers/content.ts';

test('files appear below the folder at their paths', async (t) => {
  const out = join(await makeFolder(t), 'deep/content');
  await writeContent(out, new Map([['prices/msrp.csv', 'sku\n']]));
  t.is(await readFile(join(out, 'prices/msrp.csv'), 'utf8'), 'sku\n');
});

test('a failure during the write leaves no file', async (t) => {
  const folder = await makeFolder(t);
  const files = new Map([
    ['a', 'a file'],
    ['a/b', 'cannot be below a file'],
  ]);
  await t.throwsAsync(writeContent(join(folder, 'content'), files), { instanceOf: ImportError });
  t.deepEqual(await readdir(folder), []);
});

test('cells with commas, quotes and line breaks are read back unchanged', (t) => {
  const rows = [
    { a: 'plain', b: 'one, two' },
    { a: 'she said "hem"', b: 'line\r\nbreak' },
    { a: '', b: ' spaced ' },
  ];
  const text = toCsv(['a', 'b'], rows);
  t.deepEqual(parse(text, { columns: true }), rows);
});

test('a table without rows has only its header', (t) => {
  t.is(toCsv(['sku', 'price'], []), 'sku,price\n');
});
