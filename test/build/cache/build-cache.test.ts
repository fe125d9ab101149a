import {
  access,
  cp,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { ReleaseError } from '../../../build/release/write-tree.ts';
import { copyContent, fixtureContent, makeFolder } from '../../helpers/content.ts';
import { build, currentFiles, filesBelow } from '../released-files.ts';

const frenchTee = 'public/v1/products/TEE-1/fr-CA.json';

/** What a build without any cache makes of a content folder. */
async function coldFiles(t: ExecutionContext, content?: string): Promise<readonly string[]> {
  const { out } = await build(t, content, undefined, { cache: null });
  return currentFiles(out);
}

test('an edit renders what it changes and nothing else again', async (t) => {
  const folder = await copyContent(t);
  const first = await build(t, folder.path);
  t.is(first.documents.reused, 0);
  const again = await build(t, folder.path, first.out);
  t.deepEqual(again.documents, { rendered: 0, reused: first.documents.rendered });
  await folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
  const edited = await build(t, folder.path, first.out);
  // The French detail, and health with its new id.
  t.deepEqual(edited.documents, { rendered: 2, reused: first.documents.rendered - 2 });
  t.deepEqual(await currentFiles(first.out), await coldFiles(t, folder.path));
});

test('an edit that is taken back needs nothing rendered', async (t) => {
  const folder = await copyContent(t);
  const { out, documents } = await build(t, folder.path);
  await folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
  await build(t, folder.path, out);
  await folder.replace('products/TEE-1.json', 'Taille grand.', 'Taille petit.');
  const back = await build(t, folder.path, out);
  t.deepEqual(back.documents, { rendered: 0, reused: documents.rendered });
});

test('rows that move to other lines change nothing', async (t) => {
  const folder = await copyContent(t);
  const { out } = await build(t, folder.path);
  const text = await readFile(join(folder.path, 'inventory.csv'), 'utf8');
  const [header, ...rows] = text.trimEnd().split('\n');
  await folder.write('inventory.csv', `${[header, '', ...rows].join('\n')}\n`);
  t.is((await build(t, folder.path, out)).documents.rendered, 0);
});

test('another output folder can use the same cache', async (t) => {
  const cache = join(await makeFolder(t), 'cache');
  await build(t, fixtureContent, undefined, { cache });
  const { out, documents } = await build(t, fixtureContent, undefined, { cache });
  t.is(documents.rendered, 0);
  t.deepEqual(await readdir(out), ['current', 'releases']);
  t.deepEqual(await currentFiles(out), await coldFiles(t));
});

test('a cache on another device is copied from', async (t) => {
  const cache = '/dev/shm';
  const elsewhere = await stat(cache).catch(() => undefined);
  const here = await stat(await makeFolder(t));
  if (elsewhere === undefined || elsewhere.dev === here.dev) {
    t.pass('this machine has one device');
    return;
  }
  const folder = join(cache, `catalogue-test-${process.pid}`);
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  await build(t, fixtureContent, undefined, { cache: folder });
  const { out, documents } = await build(t, fixtureContent, undefined, { cache: folder });
  t.is(documents.rendered, 0);
  t.deepEqual(await currentFiles(out), await coldFiles(t));
});

test('without a cache nothing is remembered', async (t) => {
  const { out } = await build(t, fixtureContent, undefined, { cache: null });
  t.deepEqual(await readdir(out), ['current', 'releases']);
  t.is((await build(t, fixtureContent, out, { cache: null })).documents.reused, 0);
});

test('a file of the cache that was changed is made anew, whichever it is', async (t) => {
  const expected = await coldFiles(t);
  const cache = join(await makeFolder(t), 'cache');
  await build(t, fixtureContent, undefined, { cache });
  for (const [path, { bytes }] of await filesBelow(join(cache, 'files'))) {
    await writeFile(join(cache, 'files', path), Buffer.alloc(bytes.length, 'x'));
  }
  const { out } = await build(t, fixtureContent, undefined, { cache });
  t.deepEqual(await currentFiles(out), expected);
  t.is((await build(t, fixtureContent, undefined, { cache })).documents.rendered, 0);
});

test('a long document whose bytes were changed behind its time is not taken from', async (t) => {
  const folder = await copyContent(t);
  const { out, manifest } = await build(t, folder.path);
  for (const { sha256, size, mtime } of Object.values(manifest.files)) {
    const path = join(out, 'cache/files', sha256.slice(0, 1), sha256);
    const isList = sha256 === manifest.files['public/v1/products/index.en-US.json']?.sha256;
    if (!isList) continue;
    await writeFile(path, 'x'.repeat(size));
    await utimes(path, mtime, mtime);
  }
  await folder.replace('products/TEE-1.json', '"Salt & < Pepper > Tee"', '"Pepper & < Salt > Tee"');
  await build(t, folder.path, out);
  t.deepEqual(await currentFiles(out), await coldFiles(t, folder.path));
});

test('a released file that was changed in place does not reach the next release', async (t) => {
  const folder = await copyContent(t);
  const { out } = await build(t, folder.path);
  await writeFile(join(out, 'current', frenchTee), '{"sku":"TEE-1"}');
  await folder.replace('products/BAG-5.json', '"en": "Plain Bag"', '"en": "Plainer Bag"');
  await build(t, folder.path, out);
  t.deepEqual(await currentFiles(out), await coldFiles(t, folder.path));
});

test('a damaged or cut index is ignored and written anew', async (t) => {
  const { out } = await build(t);
  const index = join(out, 'cache/index');
  const whole = await readFile(index, 'utf8');
  const damaged = [whole.slice(0, 2000), whole.replace('TEE-1', 'TEE-7'), '', '\n', `x${whole}`];
  for (const text of damaged) {
    await writeFile(index, text);
    t.is((await build(t, fixtureContent, out)).documents.reused, 0);
    t.is(await readFile(index, 'utf8'), whole);
  }
});

test('the cache keeps what three builds may want, and what nobody wants goes', async (t) => {
  const folder = await copyContent(t);
  const { out, manifest } = await build(t, folder.path);
  const hash = manifest.files[frenchTee]?.sha256 ?? '';
  const isKept = () =>
    access(join(out, 'cache/files', hash.slice(0, 1), hash)).then(
      () => true,
      () => false,
    );
  let text = 'Taille petit.';
  for (const [edit, expected] of [
    ['Taille 1.', true],
    ['Taille 2.', true],
    ['Taille 3.', false],
  ] as const) {
    await folder.replace('products/TEE-1.json', text, edit);
    text = edit;
    await build(t, folder.path, out);
    t.is(await isKept(), expected, edit);
  }
});

test('what a build that died left in the cache goes with the next', async (t) => {
  const folder = await copyContent(t);
  const { out } = await build(t, folder.path);
  const orphan = join(out, 'cache/files/a', `a${'0'.repeat(63)}`);
  await mkdir(join(out, 'cache/files/a'), { recursive: true });
  await writeFile(orphan, '');
  await writeFile(join(out, 'cache/unfinished'), '');
  // No process has the first id: it is beyond what Linux gives. The second one's lives.
  const draftOf = (pid: number) => `.draft-${pid}-00000000-0000-4000-8000-000000000000`;
  for (const place of ['cache', 'cache/files']) {
    for (const pid of [999_999_999, process.ppid]) {
      await writeFile(join(out, place, draftOf(pid)), '');
    }
  }
  await folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
  await build(t, folder.path, out);
  await t.throwsAsync(access(orphan), { code: 'ENOENT' });
  const living = draftOf(process.ppid);
  t.deepEqual((await readdir(join(out, 'cache'))).sort(), [living, 'files', 'index']);
  const drafts = (await readdir(join(out, 'cache/files'))).filter((name) => name.length > 1);
  t.deepEqual(drafts, [living]);
  t.is((await build(t, folder.path, out)).documents.rendered, 0);
});

test('a cache that cannot be written says what to do, and the standing release stays', async (t) => {
  const { out } = await build(t);
  const before = await currentFiles(out);
  const file = join(await makeFolder(t), 'a-file');
  await writeFile(file, '');
  await t.throwsAsync(build(t, fixtureContent, out, { cache: join(file, 'cache') }), {
    instanceOf: ReleaseError,
    message: /^cannot use the cache .*a-file\/cache \(--cache .*--no-cache .*\): ENOTDIR/,
  });
  t.deepEqual(await currentFiles(out), before);
});

test('two builds at once may share a cache', async (t) => {
  const cache = join(await makeFolder(t), 'cache');
  const folder = await copyContent(t);
  await cp(fixtureContent, folder.path, { recursive: true });
  await folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
  const builds = await Promise.all(
    [fixtureContent, folder.path, fixtureContent, folder.path].map((content) =>
      build(t, content, undefined, { cache }),
    ),
  );
  const [first, second, ...others] = await Promise.all(builds.map(({ out }) => currentFiles(out)));
  t.deepEqual(others, [first, second]);
  t.deepEqual(first, await coldFiles(t));
  const { out } = await build(t, folder.path, undefined, { cache });
  t.deepEqual(await currentFiles(out), second);
});
