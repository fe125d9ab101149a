import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import test from 'ava';
import { encodeFiles } from '../../../build/release/encode.ts';
import { build, filesBelow } from '../released-files.ts';

const bytes = Buffer.from('{"name":"Bleu d’été"}'.repeat(50));

test('a file of text stands beside its gzip and Brotli forms', async (t) => {
  const paths = ['json', 'html', 'svg', 'css', 'txt'].map((ending) => `public/a.${ending}`);
  const encoded = await encodeFiles(new Map(paths.map((path) => [path, bytes])));
  t.is(encoded.size, paths.length * 3);
  for (const path of paths) {
    t.deepEqual(encoded.get(path), bytes);
    t.deepEqual(gunzipSync(encoded.get(`${path}.gz`) ?? Buffer.of()), bytes);
    t.deepEqual(brotliDecompressSync(encoded.get(`${path}.br`) ?? Buffer.of()), bytes);
  }
});

test('pictures that are compressed already, and what is private, stay alone', async (t) => {
  const paths = ['public/assets/a.png', 'public/assets/a.jpg', 'private/net/A3/en-CA.json'];
  const encoded = await encodeFiles(new Map(paths.map((path) => [path, bytes])));
  t.deepEqual([...encoded.keys()], paths);
});

test('a gzip header tells neither time nor system', async (t) => {
  const encoded = await encodeFiles(new Map([['public/a.json', bytes]]));
  const header = [...(encoded.get('public/a.json.gz') ?? Buffer.of()).subarray(0, 10)];
  t.deepEqual(header.slice(0, 8), [0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
  t.is(header[9], 255);
});

test('equal bytes under several names are encoded alike', async (t) => {
  const encoded = await encodeFiles(
    new Map([
      ['public/index.json', bytes],
      ['public/index.en-CA.json', bytes],
    ]),
  );
  t.is(encoded.size, 6);
  for (const suffix of ['.gz', '.br']) {
    t.deepEqual(
      encoded.get(`public/index.json${suffix}`),
      encoded.get(`public/index.en-CA.json${suffix}`),
    );
  }
});

test('the files given are left as they are', async (t) => {
  const files = new Map([['public/a.json', bytes]]);
  await encodeFiles(files);
  t.is(files.size, 1);
});

test('every file of text in a release and in the sync listing has both forms', async (t) => {
  const { out } = await build(t);
  for (const folder of [`${out}/current/public`, `${out}/sync`]) {
    const files = await filesBelow(folder);
    const plain = [...files].filter(([path]) => /\.(json|html|svg|css)$/.test(path));
    t.true(plain.length > 3);
    for (const [path, file] of plain) {
      const gzipped = files.get(`${path}.gz`)?.bytes ?? Buffer.of();
      t.true(gunzipSync(gzipped).equals(file.bytes), path);
      t.is(gzipped[9], 255, path);
      const brotli = files.get(`${path}.br`)?.bytes ?? Buffer.of();
      t.true(brotliDecompressSync(brotli).equals(file.bytes), path);
    }
  }
});
