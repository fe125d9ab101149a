import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { readPreviousRelease } from '../../../../../build/output/previous-release.ts';
import {
  type CompressLong,
  createReleaseFiles,
  whileWritingRelease,
} from '../../../../../build/output/release-files.ts';
import { stampOf } from '../../../../../build/output/stamps.ts';
import { makeFolder } from '../../../../helpers/content.ts';

/** Returns a text of a given length that compresses badly. */
const textOf = (length: number) =>
  Buffer.from(
    Array.from({ length: length / 2 }, (_none, at) => (at * at).toString(36)).join(''),
  ).subarray(0, length);

/**
 * Returns a function that writes the gzip and the Brotli form of a document in `folder` and resolves to their stamps.
 */
function compressIn(folder: string): CompressLong {
  return async (path) => {
    const bytes = await readFile(join(folder, path));
    const [gzipped, brotli] = [gzipSync(bytes), brotliCompressSync(bytes)];
    await writeFile(join(folder, `${path}.gz`), gzipped);
    await writeFile(join(folder, `${path}.br`), brotli);
    return [stampOf(gzipped), stampOf(brotli)];
  };
}

async function start(t: ExecutionContext) {
  const folder = await makeFolder(t);
  const previous = await readPreviousRelease(join(folder, 'none'));
  return { folder, files: createReleaseFiles(folder, { previous, encoding: 'full' }) };
}

test.serial('a file is written in every coding at each of its paths', async (t) => {
  const { folder, files } = await start(t);
  const bytes = textOf(10_000);
  await files.write([{ paths: ['public/a.json', 'public/deep/b.json'], bytes }]);
  for (const path of ['public/a.json', 'public/deep/b.json']) {
    t.true((await readFile(join(folder, path))).equals(bytes));
    t.true(gunzipSync(await readFile(join(folder, `${path}.gz`))).equals(bytes));
    t.true(brotliDecompressSync(await readFile(join(folder, `${path}.br`))).equals(bytes));
  }
  t.is(files.stamps.size, 6);
  t.deepEqual(files.counts(), { rendered: 1, reused: 0 });
});

test.serial('a long document is written in every coding at each of its paths', async (t) => {
  const { folder, files } = await start(t);
  const bytes = textOf(10_000);
  const paths = ['public/a.json', 'public/b.json'] as const;
  await mkdir(join(folder, 'public'));
  await writeFile(join(folder, paths[0]), bytes);
  const plain = stampOf(bytes);
  await files.finishLong(paths, plain, compressIn(folder));
  for (const path of paths) {
    const [gzip, brotli] = await Promise.all(
      ['.gz', '.br'].map((suffix) => readFile(join(folder, path + suffix))),
    );
    const forms = ['', '.gz', '.br'].map((suffix) => files.stamps.get(path + suffix));
    t.deepEqual(forms, [plain, stampOf(gzip as Buffer), stampOf(brotli as Buffer)]);
    t.true(gunzipSync(gzip as Buffer).equals(bytes));
    t.true(brotliDecompressSync(brotli as Buffer).equals(bytes));
  }
});

test.serial(
  'after an error, the folder of a release is removed only when nothing writes to it any more',
  async (t) => {
    const out = await makeFolder(t);
    const previous = await readPreviousRelease(out);
    const bytes = textOf(100_000);
    let compressed = Promise.resolve();
    const work = whileWritingRelease(out, { previous, encoding: 'full' }, async (files) => {
      await writeFile(join(files.folder, 'list.json'), bytes);
      compressed = files.finishLong(['list.json'], stampOf(bytes), compressIn(files.folder));
      throw new Error('a rule about the catalogue is broken');
    });
    await t.throwsAsync(work, { message: 'a rule about the catalogue is broken' });
    // Would fail with ENOENT if the folder had been removed before.
    await t.notThrowsAsync(compressed);
    t.deepEqual(await readdir(join(out, 'releases')), []);
  },
);
