import { mkdir, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { hashFile, hashInThread } from '../../../build/content/product-files.ts';
import { sha256 } from '../../../build/content/sha256.ts';
import { makeFolder } from '../../helpers/content.ts';

/** Number of entries in the folder of products from which a thread hashes the files. */
const many = 1000;

/** Makes a content folder with many entries in `products/`, two of which are product files that can be read. */
async function makeProducts(t: ExecutionContext): Promise<string> {
  const folder = await makeFolder(t);
  const products = join(folder, 'products');
  await mkdir(join(products, 'FOLDER.json'), { recursive: true });
  await writeFile(join(products, 'TEE1.json'), '{"sku":"TEE1"}');
  await writeFile(join(products, 'TEE 2.json'), '');
  await symlink('TEE1.json', join(products, 'TEE3.json'));
  for (let at = 4; at < many; at += 1) await writeFile(join(products, `${at}.txt`), 'notes');
  return folder;
}

/** A time at which the states of files that were just written are recorded. */
const later = () => Date.now() + 10_000;

/** Hashes the product files of a folder and writes the record. Returns its path, and the hashes. */
async function hashAndRecord(t: ExecutionContext, folder: string) {
  const path = join(await makeFolder(t), 'record');
  const { hashes, record = '' } = await hashInThread(folder, path, later());
  await writeFile(path, record);
  return { path, hashes, record };
}

const [tee1, tee2] = ['products/TEE1.json', 'products/TEE 2.json'];

test('a thread hashes every product file, and neither links nor other files', async (t) => {
  const { hashes } = await hashAndRecord(t, await makeProducts(t));
  t.deepEqual(Object.fromEntries(hashes), {
    [tee1]: sha256('{"sku":"TEE1"}'),
    [tee2]: sha256(''),
  });
});

test('a product file in the same state as in the record is not read again', async (t) => {
  const folder = await makeProducts(t);
  const { path, hashes, record } = await hashAndRecord(t, folder);
  t.deepEqual(await hashInThread(folder, path, later()), { hashes, record: undefined });
  const recorded = sha256('another file');
  await writeFile(path, record.replace(hashes.get(tee1) ?? '', recorded));
  t.is((await hashInThread(folder, path, later())).hashes.get(tee1), recorded);
});

test('a product file that changed without another size or modification time is read again', async (t) => {
  const folder = await makeProducts(t);
  const time = 1_700_000_000;
  await utimes(join(folder, tee1), time, time);
  const { path } = await hashAndRecord(t, folder);
  await writeFile(join(folder, tee1), '{"sku":"TEE9"}');
  await utimes(join(folder, tee1), time, time);
  const again = await hashInThread(folder, path, later());
  t.is(again.hashes.get(tee1), sha256('{"sku":"TEE9"}'));
  t.true(again.record?.includes(sha256('{"sku":"TEE9"}')));
});

test('the state of a file that changed just before it was read is not recorded', async (t) => {
  const folder = await makeProducts(t);
  const { ctimeMs } = await stat(join(folder, tee2));
  const { record = '' } = await hashInThread(folder, join(folder, 'record'), ctimeMs + 1000);
  t.notRegex(record, / TEE 2\.json$/m);
});

test('a damaged record is not used, and replaced', async (t) => {
  const folder = await makeProducts(t);
  const { path, hashes, record } = await hashAndRecord(t, folder);
  for (const damaged of ['', '\0\n\n', record.slice(1), record.slice(0, -1), `x${record}`]) {
    await writeFile(path, damaged);
    t.deepEqual(await hashInThread(folder, path, later()), { hashes, record });
  }
});

test('files of any length have the hash of their bytes, whichever was hashed before', async (t) => {
  const folder = await makeFolder(t);
  const hashes = new Map<string, string>();
  for (const length of [65_535, 0, 65_536, 3, 65_537, 1_000_000, 131_072, 10]) {
    const text = String(length % 10).repeat(length);
    const file = `${length}.json`;
    await writeFile(join(folder, file), text);
    t.is(hashFile({ folder, hashes }, file), sha256(text), file);
  }
});

test('the files of a small catalogue are not hashed ahead', async (t) => {
  const folder = await makeFolder(t);
  await mkdir(join(folder, 'products'));
  for (let at = 1; at < many; at += 1) await writeFile(join(folder, `products/${at}.json`), '{}');
  const none = { hashes: new Map(), record: undefined };
  t.deepEqual(await hashInThread(folder, join(folder, 'record'), later()), none);
});

test('a content folder that cannot be read has no hashes, and no error', async (t) => {
  const missing = join(await makeFolder(t), 'missing');
  const none = { hashes: new Map(), record: undefined };
  t.deepEqual(await hashInThread(missing, join(missing, 'record')), none);
});

test('a hash is computed once, and that of a missing file is undefined', async (t) => {
  const folder = await makeFolder(t);
  const hashes = new Map<string, string>();
  t.is(hashFile({ folder, hashes }, 'a.json'), undefined);
  await writeFile(join(folder, 'a.json'), '{}');
  t.is(hashFile({ folder, hashes }, 'a.json'), sha256('{}'));
  await writeFile(join(folder, 'a.json'), '{"a":1}');
  t.is(hashFile({ folder, hashes }, 'a.json'), sha256('{}'));
});
