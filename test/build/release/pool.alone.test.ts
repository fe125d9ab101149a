import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { encode } from '../../../build/release/encode.ts';
import { stampOf } from '../../../build/release/manifest.ts';
import { createPool } from '../../../build/release/pool.ts';
import { ReleaseError } from '../../../build/release/write-tree.ts';
import { makeFolder } from '../../helpers/content.ts';

/** A pool of two threads that ends with the test. */
function makePool(t: ExecutionContext) {
  const pool = createPool(2);
  t.teardown(() => pool.close());
  return pool;
}

/** Text of a length that does not compress to nothing. */
const textOf = (length: number) =>
  Buffer.from(Array.from({ length }, (_none, at) => (at * at).toString(36)).join('')).subarray(
    0,
    length,
  );

test('what threads make is what the main thread makes', async (t) => {
  const draft = await makeFolder(t);
  const pool = makePool(t);
  const bytes = textOf(100_000);
  // The first few are done on the main thread, the others on threads.
  const names = Array.from({ length: 6 }, (_none, at) => `${at}/a.json`);
  const placed = await Promise.all(
    names.map((name) =>
      pool.place({ draft, files: [{ paths: [name], bytes, effort: 'page' as const }] }),
    ),
  );
  const stamps = [bytes, ...encode(bytes, 'page')].map(stampOf);
  for (const [at, name] of names.entries()) {
    t.deepEqual(placed[at], [{ forms: stamps, reused: false }]);
    t.true(gunzipSync(await readFile(join(draft, `${name}.gz`))).equals(bytes));
  }
});

test('a long document is compressed as a stream, beside itself and its other names', async (t) => {
  const draft = await makeFolder(t);
  const bytes = textOf(1_500_000);
  await writeFile(join(draft, 'a.json'), bytes);
  const plain = stampOf(bytes);
  const paths = ['a.json', 'b.json'] as const;
  const { forms } = await makePool(t).placeLong({ draft, paths, plain, effort: 'bulk' });
  for (const path of paths) {
    const [gzip, brotli] = await Promise.all(
      ['.gz', '.br'].map((suffix) => readFile(join(draft, path + suffix))),
    );
    t.deepEqual(forms, [plain, stampOf(gzip as Buffer), stampOf(brotli as Buffer)]);
    t.true(gunzipSync(gzip as Buffer).equals(bytes));
    t.is(gzip?.[9], 255);
    t.true(brotliDecompressSync(brotli as Buffer).equals(bytes));
  }
});

test('a write that fails is a release error, there and for whoever comes next', async (t) => {
  const file = join(await makeFolder(t), 'a-file');
  await writeFile(file, '');
  const pool = makePool(t);
  const task = { draft: file, files: [{ paths: ['a.json'], bytes: textOf(300_000) }] };
  const expected = { instanceOf: ReleaseError, message: /ENOTDIR|EEXIST/ };
  await t.throwsAsync(pool.place(task), expected);
  await t.throwsAsync(pool.room(), expected);
  await t.throwsAsync(pool.place(task), expected);
});
