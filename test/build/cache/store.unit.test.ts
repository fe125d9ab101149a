import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { putIntoStore, storedPath, takeFromStore } from '../../../build/cache/store.ts';
import { mtimeOf, stampOf } from '../../../build/release/manifest.ts';
import { makeFolder } from '../../helpers/content.ts';

const bytes = Buffer.from('{"sku":"TEE-1"}');
const stamp = stampOf(bytes);
const time = mtimeOf(stamp[1]);

/** A folder with a finished file in it, and an empty store beside. */
async function makeStore(t: ExecutionContext) {
  const folder = await makeFolder(t);
  const [store, source] = [join(folder, 'store'), join(folder, 'source')];
  await writeFile(source, bytes);
  await utimes(source, time, time);
  return { store, source, target: join(folder, 'target') };
}

test('a file goes in and comes out as the same file, not as a copy', async (t) => {
  const { store, source, target } = await makeStore(t);
  putIntoStore(store, stamp, source);
  t.true(takeFromStore(store, stamp, target));
  t.is((await stat(target)).ino, (await stat(source)).ino);
  t.deepEqual(await readdir(join(store, stamp[1].slice(0, 1))), [stamp[1]]);
});

test('what the store has not, or has with another size or time, is not taken', async (t) => {
  const { store, source, target } = await makeStore(t);
  t.false(takeFromStore(store, stamp, target));
  putIntoStore(store, stamp, source);
  await writeFile(storedPath(store, stamp), Buffer.alloc(bytes.length));
  t.false(takeFromStore(store, stamp, target));
  await writeFile(storedPath(store, stamp), 'x');
  await utimes(storedPath(store, stamp), time, time);
  t.false(takeFromStore(store, stamp, target));
  await t.throwsAsync(stat(target), { code: 'ENOENT' });
});

test('putting replaces an unsound file, and leaves a sound one and no draft', async (t) => {
  const { store, source, target } = await makeStore(t);
  const stored = storedPath(store, stamp);
  await mkdir(join(store, stamp[1].slice(0, 1)), { recursive: true });
  await writeFile(stored, 'damaged');
  for (let time = 0; time < 2; time += 1) putIntoStore(store, stamp, source);
  t.deepEqual(await readFile(stored), bytes);
  t.deepEqual(await readdir(store), [stamp[1].slice(0, 1)]);
  t.deepEqual(await readdir(join(store, stamp[1].slice(0, 1))), [stamp[1]]);
  t.true(takeFromStore(store, stamp, target));
});

test('a target that cannot be written is an error, not a file that is lacking', async (t) => {
  const { store, source, target } = await makeStore(t);
  putIntoStore(store, stamp, source);
  t.throws(() => takeFromStore(store, stamp, join(target, 'deeper')), { code: 'ENOENT' });
});
