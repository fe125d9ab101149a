import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { encode } from '../../../build/output/encode.ts';
import { writeFiles, writeLongFile } from '../../../build/output/file-tasks.ts';
import { createPool } from '../../../build/output/pool.ts';
import { ReleaseError } from '../../../build/output/release-error.ts';
import { stampOf } from '../../../build/output/stamps.ts';
import { makeFolder } from '../../helpers/content.ts';

/** A pool of two threads that ends with the test; each task weighs its bytes. */
function makePool(t: ExecutionContext, place = '') {
  const pool = createPool({
    module: import.meta.resolve(`../../../build/output/file-tasks${extname(import.meta.filename)}`),
    ...{ settings: undefined, tasks: { writeFiles, writeLongFile } },
    ...{ inlineWeight: 256 * 1024, place, threads: 2 },
  });
  t.teardown(() => pool.close());
  return {
    ...pool,
    writeFiles: (task: Parameters<typeof writeFiles>[0]) =>
      pool.run(
        'writeFiles',
        task,
        task.files.reduce((sum, { bytes }) => sum + (bytes.length ?? 0), 0),
      ),
    writeLongFile: (task: Parameters<typeof writeLongFile>[0]) =>
      pool.run('writeLongFile', task, task.plain[0]),
  };
}

/** Text of a length that does not compress to nothing. */
const textOf = (length: number) =>
  Buffer.from(Array.from({ length }, (_none, at) => (at * at).toString(36)).join('')).subarray(
    0,
    length,
  );

test('what threads make is what the main thread makes', async (t) => {
  const folder = await makeFolder(t);
  const pool = makePool(t);
  const bytes = textOf(100_000);
  // The first few are done on the main thread, the others on threads.
  const names = Array.from({ length: 6 }, (_none, at) => `${at}/a.json`);
  const written = await Promise.all(
    names.map((name) =>
      pool.writeFiles({ folder, files: [{ paths: [name], bytes, effort: 'page' as const }] }),
    ),
  );
  const stamps = [bytes, ...encode(bytes, 'page')].map(stampOf);
  for (const [at, name] of names.entries()) {
    t.deepEqual(written[at], [{ forms: stamps, reused: false }]);
    t.true(gunzipSync(await readFile(join(folder, `${name}.gz`))).equals(bytes));
  }
});

test('a long document is compressed as a stream, beside itself and its other names', async (t) => {
  const folder = await makeFolder(t);
  const bytes = textOf(1_500_000);
  await writeFile(join(folder, 'a.json'), bytes);
  const plain = stampOf(bytes);
  const paths = ['a.json', 'b.json'] as const;
  const { forms } = await makePool(t).writeLongFile({ folder, paths, plain, effort: 'bulk' });
  for (const path of paths) {
    const [gzip, brotli] = await Promise.all(
      ['.gz', '.br'].map((suffix) => readFile(join(folder, path + suffix))),
    );
    t.deepEqual(forms, [plain, stampOf(gzip as Buffer), stampOf(brotli as Buffer)]);
    t.true(gunzipSync(gzip as Buffer).equals(bytes));
    t.is(gzip?.[9], 255);
    t.true(brotliDecompressSync(brotli as Buffer).equals(bytes));
  }
});

test('a write that fails is a release error, for this task and every later one', async (t) => {
  const file = join(await makeFolder(t), 'a-file');
  await writeFile(file, '');
  // The first fails on the main thread, the second on a thread.
  for (const length of [1000, 300_000]) {
    const pool = makePool(t);
    const files = [{ paths: ['a.json'] as const, bytes: textOf(length) }];
    const expected = { instanceOf: ReleaseError, message: /ENOTDIR|EEXIST/ };
    await t.throwsAsync(pool.writeFiles({ folder: file, files }), expected);
    await t.throwsAsync(pool.waitForCapacity(), expected);
    await t.throwsAsync(pool.writeFiles({ folder: file, files }), expected);
  }
});

test('a fault of our own on a thread keeps its type and its stack', async (t) => {
  const folder = await makeFolder(t);
  const pool = makePool(t);
  const files = [
    { paths: ['a.json'] as const, bytes: textOf(300_000) },
    { paths: ['b.json'] as const, bytes: 17 as unknown as Uint8Array },
  ];
  const error = await t.throwsAsync(pool.writeFiles({ folder, files }), { instanceOf: TypeError });
  t.regex(error?.stack ?? '', /stamps\.ts|objects\.ts/);
});
