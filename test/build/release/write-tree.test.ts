import { mkdir, readdir, readFile, readlink, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test from 'ava';
import { fileEntryOf, stampOf } from '../../../build/release/manifest.ts';
import { pointAt, ReleaseError, writeTree } from '../../../build/release/write-tree.ts';
import { makeFolder } from '../../helpers/content.ts';

const files = new Map([
  ['manifest.json', Buffer.from('{}')],
  ['public/a.json', Buffer.from('[1]')],
  ['public/deep/er/b.json', Buffer.from('[2]')],
]);
const paths = [...files.keys()].slice(1);
const entryOf = (path: string) => fileEntryOf(stampOf(files.get(path) ?? Buffer.of()));
const tree = {
  name: 'one',
  entries: Object.fromEntries(paths.map((path) => [path, entryOf(path)])),
  others: { 'manifest.json': 2 },
};

/** Fills a draft with the files above. */
async function fill(draft: string): Promise<typeof tree> {
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(draft, path)), { recursive: true });
    await writeFile(join(draft, path), bytes);
    const { mtime } = entryOf(path);
    await utimes(join(draft, path), mtime, mtime);
  }
  return tree;
}

test('a tree has its name once it is whole, and no draft is left', async (t) => {
  const parent = join(await makeFolder(t), 'releases');
  await writeTree(parent, async (draft) => {
    t.regex(draft, new RegExp(`/\\.draft-${process.pid}-[0-9a-f-]{36}$`));
    t.deepEqual(await readdir(parent), [draft.slice(parent.length + 1)]);
    return fill(draft);
  });
  for (const [path, bytes] of files) t.deepEqual(await readFile(join(parent, 'one', path)), bytes);
  t.deepEqual(await readdir(parent), ['one']);
});

test('a whole folder of that name stays as it is, and no draft is left', async (t) => {
  const parent = await makeFolder(t);
  await writeTree(parent, fill);
  const before = await stat(join(parent, 'one'));
  await writeTree(parent, fill);
  t.is((await stat(join(parent, 'one'))).ino, before.ino);
  t.deepEqual((await readdir(join(parent, 'one'))).sort(), ['manifest.json', 'public']);
  t.deepEqual(await readdir(parent), ['one']);
});

test('a folder of that name with a file of another size or time is replaced', async (t) => {
  const parent = await makeFolder(t);
  await writeTree(parent, fill);
  for (const [path, text] of [
    ['public/a.json', '[3]'],
    ['manifest.json', '{'],
  ] as const) {
    await writeFile(join(parent, 'one', path), text);
    await writeTree(parent, fill);
    t.deepEqual(await readFile(join(parent, 'one', path)), files.get(path));
  }
  t.deepEqual(await readdir(parent), ['one']);
});

test('a write that fails leaves nothing behind and is a release error', async (t) => {
  const parent = await makeFolder(t);
  const write = writeTree(parent, async (draft) => {
    await fill(draft);
    await writeFile(join(draft, 'public/a.json/b'), '');
    return tree;
  });
  const error = await t.throwsAsync(write, { instanceOf: ReleaseError });
  t.true(error?.message.startsWith(`cannot write ${parent}: ENOTDIR`));
  t.deepEqual(await readdir(parent), []);
});

test('a fault of another kind stays what it is, and leaves nothing behind', async (t) => {
  const parent = await makeFolder(t);
  const fault = new TypeError('no such thing');
  const write = writeTree(parent, async (draft) => {
    await fill(draft);
    throw fault;
  });
  t.is(await t.throwsAsync(write), fault);
  t.deepEqual(await readdir(parent), []);
});

test('a link is made, then pointed elsewhere, with no draft left', async (t) => {
  const parent = await makeFolder(t);
  await mkdir(join(parent, 'one'));
  await mkdir(join(parent, 'two'));
  await writeFile(join(parent, 'two/file'), 'two');
  await pointAt(parent, 'current', 'one');
  t.is(await readlink(join(parent, 'current')), 'one');
  await pointAt(parent, 'current', 'two');
  t.is(await readFile(join(parent, 'current/file'), 'utf8'), 'two');
  t.deepEqual((await readdir(parent)).sort(), ['current', 'one', 'two']);
});

test('a link that cannot be swapped is a release error and leaves no draft', async (t) => {
  const parent = await makeFolder(t);
  await mkdir(join(parent, 'current'));
  await t.throwsAsync(pointAt(parent, 'current', 'one'), { instanceOf: ReleaseError });
  t.deepEqual(await readdir(parent), ['current']);
});
