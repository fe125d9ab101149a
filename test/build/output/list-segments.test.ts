/**
 * The gzip forms of product lists, which are put together from segments: a build that copies unchanged segments writes
 * the same lists as a build into an empty folder.
 */
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import type { Effort } from '../../../build/output/encode.ts';
import {
  createListCompressor,
  type SegmentedRelease,
} from '../../../build/output/list-segments.ts';
import { mtimeOf } from '../../../build/output/stamps.ts';
import { publicFiles } from '../../../contract/release.ts';
import { makeFolder } from '../../helpers/content.ts';
import { addProducts, buildWithProducts, removeProduct } from '../edit-products.ts';
import { currentFiles } from '../released-files.ts';

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
  const { [listPath]: list } = JSON.parse(text) as Record<string, { segments: readonly Segment[] }>;
  return list?.segments ?? [];
}

/** Overwrites the bytes of a segment in a gzip file with zeros; the size of the file stays the same. */
async function overwrite(path: string, [, , offset, length]: Segment): Promise<void> {
  const bytes = await readFile(path);
  bytes.fill(0, offset, offset + length);
  await writeFile(path, bytes);
}

const plainOf = async (out: string) => readFile(join(out, 'current', listPath));
const gzipOf = async (out: string) => readFile(join(out, 'current', `${listPath}.gz`));

test('after an edit, an addition and a removal, a list has the bytes of a build into an empty folder, and segments of unchanged products are copied', async (t) => {
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
  // Of the ends, one was removed; the last segment ends with the list.
  t.is(segments.length, ends.length - 1 + 1);
  let end = 0;
  for (const [start, size, , , crc] of segments) {
    t.is(start, end);
    t.is(crc32(plain.subarray(start, start + size)), crc);
    end = start + size;
  }
  t.is(end, plain.length);

  const [, second, last] = segments as [Segment, Segment, Segment];
  const path = join(out, 'current', `${listPath}.gz`);
  // Only a segment that is copied has these bytes afterwards. With the same time, the file still counts as complete.
  const { mtime } = await stat(path);
  await overwrite(path, second);
  await overwrite(path, last);
  await utimes(path, mtime, mtime);
  // In the first segment, so that all others move.
  await addProducts(folder, ['BAG-1']);
  await folder.replace(`products/${fourth}.json`, '"Plainer Bag"', '"Brown Bag"');
  await again();
  const found = await gzipOf(out);
  const copied = (await readSegments(out)).map(([, , offset, length]) =>
    found.subarray(offset, offset + length).every((byte) => byte === 0),
  );
  t.deepEqual(copied, [false, true, false, false]);
});

/** The previous release of a build into an empty folder. */
const none = { folder: undefined, stampOf: () => undefined, readRecord: () => undefined };

/** Compresses a list of two segments, of which `previous` may have the second. Returns its stamp and release. */
async function compress(t: ExecutionContext, effort: Effort, previous: SegmentedRelease) {
  const words = ['navy', 'grey', 'shirt', 'cotton', 'sleeve', 'hood', 'bag'];
  const text = Array.from({ length: 20_000 }, (_, at) => words[((at * at) % 9973) % words.length]);
  const bytes = Buffer.from(text.join());
  const folder = await makeFolder(t);
  await writeFile(join(folder, 'list.json'), bytes);
  const compressor = createListCompressor(folder, previous);
  const [start, size] = [30_000, bytes.length - 30_000];
  const segments = [
    { start: 0, size: start },
    { start, size, previousStart: start },
  ];
  const stamp = await compressor.gzip('list.json', segments, effort);
  await utimes(join(folder, 'list.json.gz'), mtimeOf(stamp[1]), mtimeOf(stamp[1]));
  return { stamp, release: { folder, stampOf: () => stamp, readRecord: compressor.record } };
}

test('a segment is compressed again if the list has got another compression level', async (t) => {
  const [hot, bulk] = [await compress(t, 'hot', none), await compress(t, 'bulk', none)];
  t.notDeepEqual(hot.stamp, bulk.stamp);
  t.deepEqual((await compress(t, 'bulk', hot.release)).stamp, bulk.stamp);
});

test('no segment is copied from a list whose gzip form is damaged', async (t) => {
  const { stamp, release } = await compress(t, 'bulk', none);
  const path = join(release.folder, 'list.json.gz');
  const bytes = await readFile(path);
  await writeFile(path, bytes.fill(0, bytes.length >> 1));
  t.deepEqual((await compress(t, 'bulk', release)).stamp, stamp);
  await utimes(path, mtimeOf(stamp[1]), mtimeOf(stamp[1]));
  t.notDeepEqual((await compress(t, 'bulk', release)).stamp, stamp, 'the time shows the damage');
});

test('the record of the segments does not depend on which list is compressed first', async (t) => {
  const folder = await makeFolder(t);
  const compressor = createListCompressor(folder, none);
  for (const path of ['b.json', 'c.json', 'a.json']) {
    await writeFile(join(folder, path), path);
    await compressor.gzip(path, [{ start: 0, size: path.length }], 'hot');
  }
  t.deepEqual(Object.keys(compressor.record()), ['a.json', 'b.json', 'c.json']);
});
