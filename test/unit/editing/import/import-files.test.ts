import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { parse } from 'csv-parse/sync';
import { toCsv } from '../../../../editing/import/content-files.ts';
import { ImportError, replaceFile, writeContent } from '../../../../editing/import/import-files.ts';
import { makeFolder } from '../../../helpers/content.ts';

const nothingElse = async () => {};

test('files appear below the folder at their paths', async (t) => {
  const out = join(await makeFolder(t), 'deep/content');
  await writeContent(out, new Map([['prices/msrp.csv', 'sku\n']]), nothingElse);
  t.is(await readFile(join(out, 'prices/msrp.csv'), 'utf8'), 'sku\n');
});

test('a failure during the write leaves no file', async (t) => {
  const folder = await makeFolder(t);
  const files = new Map([
    ['a', 'a file'],
    ['a/b', 'cannot be below a file'],
  ]);
  await t.throwsAsync(writeContent(join(folder, 'content'), files, nothingElse), {
    instanceOf: ImportError,
  });
  t.deepEqual(await readdir(folder), []);
});

test('content whose state cannot be written is not left behind', async (t) => {
  const folder = await makeFolder(t);
  const files = new Map([['sizes.json', '{}']]);
  const writing = writeContent(join(folder, 'content'), files, () =>
    replaceFile(join(folder, 'none/state.json'), '{}', 'give --out another folder'),
  );
  await t.throwsAsync(writing, { message: /state\.json cannot be written \(ENOENT\); give --out/ });
  t.deepEqual(await readdir(folder), []);
});

test('content is written where a killed command left its temporary folder, which is removed', async (t) => {
  const folder = await makeFolder(t);
  await mkdir(join(folder, '.editing-killed'));
  await writeContent(join(folder, 'content'), new Map([['sizes.json', '{}']]), nothingElse);
  t.deepEqual(await readdir(folder), ['content']);
});

test('the advice for a full disk is to free space, not to write elsewhere', async (t) => {
  const path = join(await makeFolder(t), 'content.import.json');
  await symlink('/dev/full', `${path}.importing-${process.pid}`);
  await t.throwsAsync(replaceFile(path, '{}', 'give --options another file'), {
    instanceOf: ImportError,
    message: `${path} cannot be written: the disk is full; free some space and import again`,
  });
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
