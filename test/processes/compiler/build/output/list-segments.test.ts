/**
 * The compressed forms of product lists, which are put together from segments: a build that copies unchanged segments writes
 * the same lists as a build into an empty folder.
 */
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, crc32, gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { brotliOptions, type Effort } from '../../../../../build/output/encode.ts';
import {
  createListCompressor,
  type SegmentedRelease,
} from '../../../../../build/output/list-segments.ts';
import { mtimeOf } from '../../../../../build/output/stamps.ts';
import { publicFiles } from '../../../../../contract/release.ts';
import { makeFolder } from '../../../../helpers/content.ts';
import { currentFiles } from '../../../../helpers/released-files.ts';
import { addProducts, buildWithProducts, removeProduct } from '../edit-products.ts';

/** SKUs of added products that end a segment. Whether a product ends a segment depends on its SKU alone. */
const ends = Array.from({ length: 2000 }, (_, at) => `BAG-${at + 10}`)
  .filter((sku) => crc32(sku) % 256 === 0)
  .slice(0, 4)
  .sort();

/** SKUs of the added products: each of `ends`, and one that follows it in the list and so begins the next segment. */
const skus = ends.flatMap((sku) => [sku, `${sku}-A`]);

const listPath = `public/${publicFiles.list('en-CA')}`;

type Segment = readonly [start: number, size: number, offset: number, length: number, crc: number];

async function readSegments(out: string): Promise<readonly Segment[]> {
  const text = await readFile(join(out, 'current/lists.json'), 'utf8');
  type Lists = Record<string, { gzip: { segments: readonly Segment[] } }>;
  const { [listPath]: list } = JSON.parse(text) as Lists;
  return list?.gzip.segments ?? [];
}

/**
 * Overwrites segments of the gzip form of the current list with zeros; its size and time stay the same, so that it
 * still counts as complete.
 */
async function overwriteAll(out: string, segments: readonly Segment[]): Promise<void> {
  const path = join(out, 'current', `${listPath}.gz`);
  const { mtime } = await stat(path);
  const bytes = await readFile(path);
  for (const [, , offset, length] of segments) bytes.fill(0, offset, offset + length);
  await writeFile(path, bytes);
  await utimes(path, mtime, mtime);
}

/** Returns for each segment of the gzip form of the current list whether it has only zeros. */
async function zeroSegments(out: string): Promise<readonly boolean[]> {
  const bytes = await gzipOf(out);
  return (await readSegments(out)).map(([, , offset, length]) =>
    bytes.subarray(offset, offset + length).every((byte) => byte === 0),
  );
}

const plainOf = async (out: string) => readFile(join(out, 'current', listPath));
const gzipOf = async (out: string) => readFile(join(out, 'current', `${listPath}.gz`));

test.serial(
  'after an edit, an addition and a removal, a list has the bytes of a build into an empty folder, and segments of unchanged products are copied',
  async (t) => {
    const { folder, out, again, cold } = await buildWithProducts(t, skus, 'full');
    const [first = '', , third = '', fourth = ''] = ends;
    await folder.replace(`products/${fourth}.json`, '"en": "Plain Bag"', '"en": "Plainer Bag"');
    await addProducts(folder, [`${first}-B`]);
    await removeProduct(folder, third);
    await again();
    t.deepEqual(await currentFiles(out), await currentFiles(await cold()));
    const plain = await plainOf(out);
    t.deepEqual(gunzipSync(await gzipOf(out)), plain);
    const segments = await readSegments(out);
    // One segment for each of the `ends` except the removed one, one for the products after the last of them, and one
    // for the end of the list.
    t.is(segments.length, ends.length - 1 + 2);
    let end = 0;
    for (const [start, size, , , crc] of segments) {
      t.is(start, end);
      t.is(crc32(plain.subarray(start, start + size)), crc);
      end = start + size;
    }
    t.is(end, plain.length);

    // Only a segment that is copied has these bytes afterwards.
    await overwriteAll(out, segments.slice(1));
    // In the first segment, so that all others move; the next edit is in the third.
    await addProducts(folder, ['BAG-1']);
    await folder.replace(`products/${fourth}.json`, '"Plainer Bag"', '"Brown Bag"');
    await again();
    t.deepEqual(await zeroSegments(out), [false, true, false, true, false]);
    await overwriteAll(out, (await readSegments(out)).slice(0, 1));
    await folder.replace(`products/${fourth}.json`, '"Brown Bag"', '"Grey Bag"');
    await again();
    t.deepEqual(await zeroSegments(out), [true, true, false, true, false]);
  },
);

/** Stands for the previous release in a build that has none. */
const none = { folder: undefined, stampOf: () => undefined, readRecord: () => undefined };

const words = ['navy', 'grey', 'shirt', 'cotton', 'sleeve', 'hood', 'bag'];
const list = Buffer.from(
  Array.from({ length: 400_000 }, (_, at) => words[((at * at) % 9973) % words.length]).join(),
);

/** Size of the first segment of `list`. */
const firstSize = 1_100_000;

/**
 * Compresses `list` in two segments with an effort. The second segment is copied from `previous` if that release has
 * it. Returns the stamps of the gzip and the Brotli form, and the release to pass as `previous` to the next call.
 */
async function compress(t: ExecutionContext, effort: Effort, previous: SegmentedRelease) {
  const folder = await makeFolder(t);
  await writeFile(join(folder, 'list.json'), list);
  const compressor = createListCompressor(folder, previous);
  const [start, size] = [firstSize, list.length - firstSize];
  const segments = [
    { start: 0, size: start, endsSegment: true },
    { start, size, previousStart: start, endsSegment: true },
  ];
  const [gzip, brotli] = await compressor.compress('list.json', segments, effort);
  const forms = new Map([
    ['list.json.gz', gzip],
    ['list.json.br', brotli],
  ]);
  for (const [name, [, hash]] of forms) {
    await utimes(join(folder, name), mtimeOf(hash), mtimeOf(hash));
  }
  const release = {
    ...{ folder, readRecord: compressor.record },
    stampOf: (name: string) => forms.get(name),
  };
  return { stamps: [gzip, brotli], release };
}

test.serial(
  'a segment is compressed again if the list is now compressed with another effort',
  async (t) => {
    const [page, bulk] = [await compress(t, 'page', none), await compress(t, 'bulk', none)];
    for (const [at, stamp] of page.stamps.entries()) t.notDeepEqual(stamp, bulk.stamps[at]);
    t.deepEqual((await compress(t, 'bulk', page.release)).stamps, bulk.stamps);
  },
);

for (const [at, suffix, decompress] of [
  [0, '.gz', gunzipSync],
  [1, '.br', brotliDecompressSync],
] as const) {
  test(`no segment is copied from the ${suffix} form of a list if this form is damaged`, async (t) => {
    const { stamps, release } = await compress(t, 'bulk', none);
    const path = join(release.folder, `list.json${suffix}`);
    const bytes = await readFile(path);
    t.true(decompress(bytes).equals(list));
    await writeFile(path, bytes.fill(0, bytes.length >> 1));
    t.deepEqual((await compress(t, 'bulk', release)).stamps, stamps);
    const mtime = mtimeOf(stamps[at]?.[1] ?? '');
    await utimes(path, mtime, mtime);
    const copied = (await compress(t, 'bulk', release)).stamps;
    t.notDeepEqual(copied[at], stamps[at], 'the time does not show the damage');
    t.deepEqual(copied[1 - at], stamps[1 - at]);
  });
}

test.serial(
  'a build that copies segments records the same as one that compresses them',
  async (t) => {
    const { release } = await compress(t, 'bulk', none);
    const again = await compress(t, 'bulk', release);
    t.deepEqual(again.release.readRecord(), release.readRecord());
  },
);

test.serial('the Brotli form of a short list is compressed as a whole', async (t) => {
  const { release } = await compress(t, 'page', none);
  t.deepEqual(release.readRecord()['list.json']?.brotli.segments, []);
  const bytes = await readFile(join(release.folder, 'list.json.br'));
  t.true(bytes.equals(brotliCompressSync(list, brotliOptions('page', list.length))));
});

test.serial(
  'a segment of the Brotli form has 6 MB or more, unless it ends after the last products or with the list',
  async (t) => {
    const folder = await makeFolder(t);
    const long = Buffer.concat(Array.from({ length: 7 }, () => list));
    await writeFile(join(folder, 'list.json'), long);
    const sizes = [1, 5_999_999, 3_000_000, 2_999_999, 5, 700_000];
    const rest = long.length - sizes.reduce((sum, size) => sum + size);
    let end = 0;
    const segments = [...sizes, rest].map((size, at) => {
      end += size;
      return { start: end - size, size, ...(at === 5 && { endsSegment: true }) };
    });
    const compressor = createListCompressor(folder, none);
    await compressor.compress('list.json', segments, 'bulk');
    const { gzip, brotli } = compressor.record()['list.json'] ?? {};
    t.deepEqual(
      gzip?.segments.map(([, size]) => size),
      [...sizes, rest],
    );
    t.deepEqual(
      brotli?.segments.map(([, size]) => size),
      [6_000_000, 6_000_004, 700_000, rest],
    );
    t.true(brotliDecompressSync(await readFile(join(folder, 'list.json.br'))).equals(long));
  },
);

test.serial(
  'the record of the segments does not depend on which list is compressed first',
  async (t) => {
    const folder = await makeFolder(t);
    const compressor = createListCompressor(folder, none);
    for (const path of ['b.json', 'c.json', 'a.json']) {
      await writeFile(join(folder, path), path);
      const segments = [{ start: 0, size: path.length, endsSegment: true }];
      await compressor.compress(path, segments, 'hot');
    }
    t.deepEqual(Object.keys(compressor.record()), ['a.json', 'b.json', 'c.json']);
  },
);
