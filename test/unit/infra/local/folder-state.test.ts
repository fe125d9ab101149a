import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { compareStates, readFolderState } from '../../../../infra/local/folder-state.ts';
import { makeFolder } from '../../../helpers/content.ts';

const read = (folder: string) => readFolderState(folder, { skip: [], enter: () => {} });

test('a write is detected when size and modification time are unchanged', async (t) => {
  const folder = await makeFolder(t);
  const path = join(folder, 'msrp.csv');
  await writeFile(path, '12.50');
  const { atime, mtime } = await stat(path);
  const before = await read(folder);
  await writeFile(path, '12.75');
  await utimes(path, atime, mtime);
  t.deepEqual(compareStates(before, await read(folder)), [{ file: 'msrp.csv', kind: 'changed' }]);
});

test('two states of an unchanged folder have no difference', async (t) => {
  const folder = await makeFolder(t);
  await writeFile(join(folder, 'msrp.csv'), '12.50');
  t.deepEqual(compareStates(await read(folder), await read(folder)), []);
});

test('a missing folder counts as empty', async (t) => {
  t.is((await read(join(await makeFolder(t), 'away'))).size, 0);
});

test('differences are sorted by file', (t) => {
  const before = new Map(Object.entries({ b: '1', d: '1', e: '1' }));
  const after = new Map(Object.entries({ a: '1', b: '2', e: '1' }));
  t.deepEqual(compareStates(before, after), [
    { file: 'a', kind: 'added' },
    { file: 'b', kind: 'changed' },
    { file: 'd', kind: 'removed' },
  ]);
});
