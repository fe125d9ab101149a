import { mkdir, readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { fileEntryOf } from '../../../build/release/manifest.ts';
import { pointAt, ReleaseError, writeTree } from '../../../build/release/write-tree.ts';
import { makeFolder } from '../../helpers/content.ts';

const files = new Map([
  ['manifest.json', Buffer.from('{}')],
  ['public/a.json', Buffer.from('[1]')],
  ['public/deep/er/b.json', Buffer.from('[2]')],
]);
const entries = new Map(
  [...files].slice(1).map(([path, bytes]) => [path, fileEntryOf(bytes)] as const),
);

test('a tree is written whole, each file with the time of its entry', async (t) => {
  const parent = join(await makeFolder(t), 'releases');
  await writeTree(parent, 'one', files, entries);
  for (const [path, bytes] of files) {
    t.deepEqual(await readFile(join(parent, 'one', path)), bytes);
    const expected = entries.get(path)?.mtime;
    if (expected === undefined) continue;
    t.is((await stat(join(parent, 'one', path))).mtimeMs, expected * 1000);
  }
  t.deepEqual(await readdir(parent), ['one']);
});

test('a whole folder of that name stays as it is, and no draft is left', async (t) => {
  const parent = await makeFolder(t);
  await writeTree(parent, 'one', files, entries);
  const before = await stat(join(parent, 'one'));
  await writeTree(parent, 'one', files, entries);
  t.is((await stat(join(parent, 'one'))).ino, before.ino);
  t.deepEqual((await readdir(join(parent, 'one'))).sort(), ['manifest.json', 'public']);
  t.deepEqual(await readdir(parent), ['one']);
});

test('a write that fails leaves nothing behind', async (t) => {
  const parent = await makeFolder(t);
  const clash = new Map([
    ['public/a', Buffer.from('1')],
    ['public/a/b', Buffer.from('2')],
  ]);
  const error = await t.throwsAsync(writeTree(parent, 'one', clash, new Map()), {
    instanceOf: ReleaseError,
  });
  t.true(error?.message.startsWith(`cannot write ${join(parent, 'one')}: `));
  t.deepEqual(await readdir(parent), []);
});

test('times that are not kept are an error that says so', async (t) => {
  const parent = await makeFolder(t);
  const path = 'public/a.json';
  // Whole seconds are compared, so that half a second is one that no file system keeps.
  const entry = { ...fileEntryOf(Buffer.of()), mtime: 1.5 };
  const written = writeTree(parent, 'one', files, new Map([[path, entry]]));
  const error = await t.throwsAsync(written, { instanceOf: ReleaseError });
  t.regex(error?.message ?? '', /does not keep modification times .*--out$/);
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
