import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { readIndex } from '../../../../../build/output/read-index.ts';
import {
  type IndexedProduct,
  type IndexHeader,
  indexFile,
  writeIndex,
} from '../../../../../build/output/release-index.ts';
import { releaseFormat } from '../../../../../contract/release.ts';
import { makeFolder } from '../../../../helpers/content.ts';

const header: IndexHeader = {
  ...{ format: releaseFormat, compiler: 'a', documents: [] },
  inputs: { shared: 'b', tables: 'c', plainTables: {} },
};
/**
 * A product name that makes lines of the index so long that some begin in one of the pieces in which an index is
 * searched (1 MiB) and end in the next one.
 */
const longName = 'x'.repeat(300_000);
const skus = Array.from({ length: 12 }, (_, at) => `TEE-${at}`);
const productOf = (sku: string) =>
  ({
    ...{ hashes: { file: 'd', rows: 'e' }, parts: [1], pieces: Number(sku.slice(4)) },
    locales: { 'en-CA': { productName: `,"TEE-11":${longName}` } },
  }) as unknown as IndexedProduct;

const write = (folder: string) =>
  writeIndex(
    folder,
    header,
    skus.map((sku) => [sku, productOf(sku)]),
  );

test.serial(
  'each product is found, whether a few are searched for or the index is read as a whole',
  async (t) => {
    const folder = await makeFolder(t);
    write(folder);
    const one = async (sku: string) => (await readIndex(folder)).product(sku);
    for (const sku of [...skus, ...skus.toReversed()]) {
      t.like(await one(sku), { pieces: Number(sku.slice(4)) }, sku);
    }
    const index = await readIndex(folder);
    t.deepEqual(index.skus(), skus);
    t.like(index.header, header);
  },
);

test.serial(
  'a line is found wherever it begins in the pieces in which an index is searched',
  async (t) => {
    const pieceBytes = 1 << 20;
    const named = (sku: string, productName: string) =>
      ({ ...productOf(sku), locales: { 'en-CA': { productName } } }) as unknown as IndexedProduct;
    const writeNamed = async (productName: string) => {
      const folder = await makeFolder(t);
      const names = [productName, 'second'];
      writeIndex(
        folder,
        header,
        names.map((name, at) => [`TEE-${at}`, named(`TEE-${at}`, name)] as const),
      );
      return folder;
    };
    const bytes = await readFile(join(await writeNamed(''), indexFile));
    const begins = bytes.indexOf('\n"TEE-1":');
    for (let before = 0; before <= '\n"TEE-1":'.length; before += 1) {
      const folder = await writeNamed('x'.repeat(pieceBytes - before - begins));
      const index = await readIndex(folder);
      t.like(index.product('TEE-1'), { pieces: 1 }, `${before} bytes before the end of a piece`);
    }
  },
);

test.serial(
  'a line is returned without the comma and the line break at its end, and is empty for a product that the release lacks',
  async (t) => {
    for (const isWhole of [false, true]) {
      const folder = await makeFolder(t);
      write(folder);
      const index = await readIndex(folder);
      if (isWhole) index.skus();
      for (const sku of ['TEE-0', 'TEE-11']) {
        t.regex(index.line(sku).toString(), new RegExp(`^"${sku}":\\{"hashes".*\\}$`));
      }
      t.is(index.line('TEE-1x').length, 0);
      t.is(index.product('TEE-1x'), undefined);
    }
  },
);

test.serial(
  'the hash of an index is that of its file, before and after it is read as a whole',
  async (t) => {
    const folder = await makeFolder(t);
    const [, hash] = write(folder);
    const index = await readIndex(folder);
    t.is(index.hash(), hash);
    index.skus();
    t.is(index.hash(), hash);
  },
);

test.serial(
  'an index that is cut off, or in another format, is refused when it is opened',
  async (t) => {
    const folder = await makeFolder(t);
    const path = join(folder, indexFile);
    const [size] = write(folder);
    await truncate(path, size - 1);
    await t.throwsAsync(readIndex(folder), { message: `${path} is cut off` });
    await truncate(path, 20);
    await t.throwsAsync(readIndex(folder), { message: `${path} is cut off` });
    await writeFile(path, `{"format":0,"products":{`);
    await appendFile(path, '\n}}\n');
    await t.throwsAsync(readIndex(folder), { message: `${path} has format 0` });
  },
);
