import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { cacheLastFiles } from '../../../../../build/output/kept-files.ts';
import { makeFolder } from '../../../../helpers/content.ts';

/**
 * Returns the path of a file for the test to write (`path`), a function that reads a file through `cacheLastFiles`
 * (`kept`), and the paths of the files that were read because the cache lacked them (`read`).
 */
async function prepare(t: ExecutionContext) {
  const folder = await makeFolder(t);
  const read: string[] = [];
  const kept = cacheLastFiles(async (path) => {
    read.push(path);
    return { text: await readFile(path, 'utf8') };
  });
  return { path: join(folder, 'file'), kept, read };
}

test.serial('an unchanged file is read once', async (t) => {
  const { path, kept, read } = await prepare(t);
  await writeFile(path, 'one');
  t.is(await kept(path), await kept(path));
  t.deepEqual(read, [path]);
});

test.serial(
  'a file that was replaced or written again is read again, also if its size is the same',
  async (t) => {
    const { path, kept } = await prepare(t);
    await writeFile(path, 'one');
    t.deepEqual(await kept(path), { text: 'one' });
    await writeFile(`${path}.new`, 'two');
    await rename(`${path}.new`, path);
    t.deepEqual(await kept(path), { text: 'two' });
    await writeFile(path, 'three');
    t.deepEqual(await kept(path), { text: 'three' });
  },
);

test.serial('only the last two files are kept, so that memory does not grow', async (t) => {
  const { path, kept, read } = await prepare(t);
  const paths = ['a', 'b', 'c'].map((name) => `${path}-${name}`);
  for (const each of paths) await writeFile(each, each);
  const [a, b, c] = paths as [string, string, string];
  for (const each of [a, b, a, c, a, b]) await kept(each);
  t.deepEqual(read, [a, b, c, b]);
});

test.serial('a file that cannot be read is an error each time', async (t) => {
  const { path, kept } = await prepare(t);
  for (let time = 0; time < 2; time += 1) await t.throwsAsync(kept(path), { code: 'ENOENT' });
});
