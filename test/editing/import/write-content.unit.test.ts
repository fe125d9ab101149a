import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { ImportProblem } from '../../../editing/import/import-problem.ts';
import { writeContent } from '../../../editing/import/write-content.ts';
import { makeFolder } from './import-run.ts';

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
  await t.throwsAsync(writeContent(join(folder, 'content'), files), { instanceOf: ImportProblem });
  t.deepEqual(await readdir(folder), []);
});
