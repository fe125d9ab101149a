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
