import { join } from 'node:path';
import test from 'ava';
import { objectPath, readObjectRecord } from '../../build/output/object-records.ts';
import { locales } from '../../contract/locales.ts';
import { publicFiles } from '../../contract/release.ts';
import { builtFixture, decompressed, filesBelow } from '../build/released-files.ts';
import { runScript } from '../build/run-process.ts';
import { makeFolder } from '../helpers/content.ts';

const lists = new Set(
  [undefined, ...locales].map((locale) => `current/public/${publicFiles.list(locale)}`),
);

/**
 * The index of the release. Its bytes are not compared: the compiler writes one product per line, the floor the output
 * of `JSON.stringify`.
 */
const indexFile = 'current/index.json';

test('the floor, with which builds are compared, writes every file of a release and of its objects with the same bytes; lists and exports have the same bytes after decompression', async (t) => {
  const { out, manifest } = await builtFixture('full');
  const target = await makeFolder(t);
  const { exitCode, stdout } = await runScript('bench/build/floor.ts', [out, target]);
  t.is(exitCode, 0);
  const { seconds, processorSeconds } = JSON.parse(stdout) as Record<string, number>;
  t.true(Number(seconds) > 0 && Number(processorSeconds) > 0);

  const objects = Object.values(manifest.products).map(objectPath);
  const inObjects = objects.flatMap((folder) =>
    Object.keys(readObjectRecord(join(out, folder))?.files ?? {}).map((path) => join(folder, path)),
  );
  const inRelease = Object.keys(manifest.files).map((path) => join('current', path));
  const [built, written] = [await filesBelow(out), await filesBelow(target)];
  t.true(inObjects.length > 0);
  t.deepEqual([...written.keys()], [...inObjects, ...inRelease].sort());
  const different = [...written].filter(([path, { bytes }]) => {
    // The compiler compresses lists and exports in segments, the floor as a whole.
    const plain = path.replace(/\.(gz|br)$/, '');
    const isSegmented = !written.has(plain) || lists.has(plain);
    const comparable = (form: Buffer) => (isSegmented ? decompressed(path, form) : form);
    const expected = comparable(built.get(path)?.bytes ?? Buffer.alloc(0));
    return path !== indexFile && !expected.equals(comparable(bytes));
  });
  t.deepEqual(
    different.map(([path]) => path),
    [],
  );
});
