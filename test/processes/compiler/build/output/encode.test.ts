import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import test from 'ava';
import { effortOf, efforts, encode, encodeSync } from '../../../../../build/output/encode.ts';
import { publicFiles } from '../../../../../contract/release.ts';
import { copyBuiltFixture, filesBelow, list } from '../../../../helpers/released-files.ts';

const bytes = Buffer.from('{"name":"Bleu d’été"}'.repeat(50));

test.serial(
  'lists are compressed with the highest effort, other JSON with a little less, pages and pictures with less again',
  (t) => {
    const expected = [
      ['public/v1/products/index.json', 'hot'],
      ['public/v1/products/index.fr-CA.json', 'hot'],
      ['public/v1/products/TEE-1/index.json', 'document'],
      ['public/openapi.json', 'document'],
      ['all/en-CA.json', 'document'],
      ['public/docs/errors.html', 'page'],
      ['public/images/TEE-1/navy-front.svg', 'page'],
      ['public/docs/style.css', 'page'],
      ['public/docs/reference.js', 'page'],
      ['public/docs/guide.md', 'page'],
      ['public/assets/terms.txt', 'page'],
      ['public/assets/icons/seal.SVG', 'page'],
    ] as const;
    for (const [path, effort] of expected) t.is(effortOf(path, 1000), effort, path);
  },
);

test.serial(
  'a file of a million bytes or more is compressed with the effort for bulk data',
  (t) => {
    const paths = ['public/v1/products/index.json', 'all/en-CA.json', 'public/docs/reference.html'];
    for (const path of paths) {
      t.not(effortOf(path, 999_999), 'bulk');
      t.is(effortOf(path, 1_000_000), 'bulk');
    }
  },
);

test.serial(
  'pictures in a compressed format, health, and private files have no compressed forms',
  (t) => {
    for (const path of [
      'public/assets/a.png',
      'public/assets/a.jpg',
      'public/assets/a.AVIF',
      'public/v1/health.json',
      'private/net/A3/en-CA.json',
    ]) {
      t.is(effortOf(path, 1000), undefined, path);
    }
  },
);

test.serial(
  'gzip and Brotli files decompress to the same bytes at every effort, on the main thread and on others',
  async (t) => {
    for (const effort of Object.keys(efforts) as (keyof typeof efforts)[]) {
      const [gzip, brotli] = encodeSync(bytes, effort);
      t.deepEqual(await encode(bytes, effort), [gzip, brotli]);
      t.deepEqual(gunzipSync(gzip), bytes);
      t.deepEqual(brotliDecompressSync(brotli), bytes);
      t.true(brotli.length < gzip.length);
    }
  },
);

test.serial('a gzip header contains neither time nor system', (t) => {
  const header = [...encodeSync(bytes, 'hot')[0].subarray(0, 10)];
  t.deepEqual(header.slice(0, 8), [0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
  t.is(header[9], 255);
});

test.serial('every served text file except health has a gzip and a Brotli form', async (t) => {
  const { out } = await copyBuiltFixture(t, 'full');
  const { listing } = await list(out);
  for (const folder of [`${out}/current/public`, `${out}/sync/${listing}`]) {
    const files = await filesBelow(folder);
    const isText = (path: string) =>
      /\.(json|html|svg|css)$/.test(path) && !path.endsWith('/object.json');
    const plain = [...files].filter(([path]) => isText(path) && path !== publicFiles.health);
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
