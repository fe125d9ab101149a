/** Edits are written as a whole, or not at all. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { finishEdits, writeEdits } from '../../../editing/edit/write-edits.ts';
import { makeFolder } from '../../helpers/content.ts';

async function prepare(t: ExecutionContext) {
  const folder = await makeFolder(t);
  await mkdir(join(folder, 'products'));
  await writeFile(join(folder, 'products/A.json'), 'a');
  await writeFile(join(folder, 'b.csv'), 'b');
  const read = (file: string) => readFile(join(folder, file), 'utf8').catch(() => undefined);
  return { folder, read };
}

const edits = [
  { file: 'products/A.json', before: 'a', after: undefined },
  { file: 'products/C.json', before: undefined, after: 'c' },
  { file: 'b.csv', before: 'b', after: 'b2' },
];

test('files are changed, added and removed, and nothing else is left', async (t) => {
  const { folder, read } = await prepare(t);
  await writeEdits(folder, edits);
  t.is(await read('products/A.json'), undefined);
  t.is(await read('products/C.json'), 'c');
  t.is(await read('b.csv'), 'b2');
  t.deepEqual((await readdir(folder, { recursive: true })).sort(), [
    'b.csv',
    'products',
    'products/C.json',
  ]);
});

test('if a file has changed since it was read, nothing is written', async (t) => {
  const { folder, read } = await prepare(t);
  await writeFile(join(folder, 'b.csv'), 'somebody else’s');
  await t.throwsAsync(writeEdits(folder, edits), { message: /b\.csv has changed meanwhile/ });
  t.is(await read('products/A.json'), 'a');
  t.is(await read('products/C.json'), undefined);
});

test('if a folder refuses a file, nothing is changed and nothing is left', async (t) => {
  const { folder, read } = await prepare(t);
  // A file in the place of a folder refuses also root, whom no mode stops.
  await writeFile(join(folder, 'prices'), '');
  const more = [...edits, { file: 'prices/msrp.csv', before: undefined, after: 'x' }];
  await t.throwsAsync(writeEdits(folder, more), { message: /nothing was changed/ });
  t.is(await read('products/A.json'), 'a');
  t.is(await read('b.csv'), 'b');
  t.false((await readdir(folder, { recursive: true })).some((name) => name.includes('/.')));
});

test('an edit that was killed before its journal has changed nothing; one that was killed after it is finished', async (t) => {
  const { folder, read } = await prepare(t);
  const from = 'products/.C.json.0123';
  await writeFile(join(folder, from), 'c');
  t.is(await finishEdits(folder), 0);
  t.is(await read('products/A.json'), 'a');
  const steps = [{ file: 'products/A.json' }, { file: 'products/C.json', from }];
  await writeFile(join(folder, '.edit-journal.json'), JSON.stringify(steps));
  t.is(await finishEdits(folder), 2);
  t.is(await read('products/A.json'), undefined);
  t.is(await read('products/C.json'), 'c');
  t.is(await finishEdits(folder), 0);
});

test('an edit whose renames had begun is finished as well', async (t) => {
  const { folder, read } = await prepare(t);
  await writeFile(join(folder, 'products/C.json'), 'c');
  const steps = [{ file: 'products/C.json', from: 'products/.C.json.0123' }, { file: 'b.csv' }];
  await writeFile(join(folder, '.edit-journal.json'), JSON.stringify(steps));
  await finishEdits(folder);
  t.is(await read('products/C.json'), 'c');
  t.is(await read('b.csv'), undefined);
});
