import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { hashFile, hashInThread } from '../../../../../build/content/product-files.ts';
import { sha256 } from '../../../../../build/content/sha256.ts';
import { makeFolder } from '../../../../helpers/content.ts';

/** Least number of products in the last build with which `hashInThread` hashes files; with fewer, it hashes none. */
const many = 1000;

test.serial('a thread hashes every product file, and neither links nor other files', async (t) => {
  const folder = await makeFolder(t);
  const products = join(folder, 'products');
  await mkdir(join(products, 'FOLDER.json'), { recursive: true });
  await writeFile(join(products, 'TEE1.json'), '{"sku":"TEE1"}');
  await writeFile(join(products, 'TEE2.json'), '');
  await writeFile(join(products, 'notes.txt'), 'notes');
  await symlink('TEE1.json', join(products, 'TEE3.json'));
  t.deepEqual(
    await hashInThread(folder, many),
    new Map([
      ['products/TEE1.json', sha256('{"sku":"TEE1"}')],
      ['products/TEE2.json', sha256('')],
    ]),
  );
});

test.serial(
  'files of any length have the hash of their bytes, whichever was hashed before',
  async (t) => {
    const folder = await makeFolder(t);
    const hashes = new Map<string, string>();
    for (const length of [65_535, 0, 65_536, 3, 65_537, 1_000_000, 131_072, 10]) {
      const text = String(length % 10).repeat(length);
      const file = `${length}.json`;
      await writeFile(join(folder, file), text);
      t.is(hashFile({ folder, hashes }, file), sha256(text), file);
    }
  },
);

test.serial('the files of a small catalogue are not hashed ahead', async (t) => {
  const folder = await makeFolder(t);
  await mkdir(join(folder, 'products'));
  await writeFile(join(folder, 'products/TEE1.json'), '{}');
  t.deepEqual(await hashInThread(folder, many - 1), new Map());
});

test.serial('a content folder that cannot be read has no hashes, and no error', async (t) => {
  const folder = await makeFolder(t);
  t.deepEqual(await hashInThread(join(folder, 'missing'), many), new Map());
  await writeFile(join(folder, 'products'), '');
  t.deepEqual(await hashInThread(folder, many), new Map());
});

test.serial('a hash is computed once, and that of a missing file is undefined', async (t) => {
  const folder = await makeFolder(t);
  const hashes = new Map<string, string>();
  t.is(hashFile({ folder, hashes }, 'a.json'), undefined);
  await writeFile(join(folder, 'a.json'), '{}');
  t.is(hashFile({ folder, hashes }, 'a.json'), sha256('{}'));
  await writeFile(join(folder, 'a.json'), '{"a":1}');
  t.is(hashFile({ folder, hashes }, 'a.json'), sha256('{}'));
});
