import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, crc32, gunzipSync, inflateRawSync } from 'node:zlib';
import test from 'ava';
import { sha256 } from '../../../build/content/sha256.ts';
import {
  areAllOf,
  combineCrc,
  createGzipFile,
  deflateSegment,
  locatePieces,
  type Piece,
  type Segment,
} from '../../../build/output/gzip-segments.ts';
import { makeFolder } from '../../helpers/content.ts';

const finishFlush = constants.Z_SYNC_FLUSH;

test('the checksum of two concatenated texts can be computed from their own checksums', (t) => {
  for (const [first, second] of [
    ['', ''],
    ['a', ''],
    ['', 'b'],
    ['catalogue', 'of apparel'],
    ['x'.repeat(70_000), 'é'.repeat(123_457)],
  ] as const) {
    const length = Buffer.byteLength(second);
    t.is(combineCrc(crc32(first), crc32(second), length), crc32(first + second));
  }
});

test('separately compressed segments form one gzip file, in any order and number', async (t) => {
  const folder = await makeFolder(t);
  const texts: readonly string[] = ['', 'one', 'two'.repeat(50_000), 'é', ''];
  const segments = await Promise.all(texts.map((text) => deflateSegment(Buffer.from(text), 6)));
  for (const [name, order] of [[], [2], [0, 1, 2, 3, 4], [2, 2, 3, 1]].entries()) {
    const path = join(folder, String(name));
    const file = createGzipFile(path);
    const offsets = order.map((at) => file.append(segments[at] as never));
    const [size, hash] = file.close();
    const bytes = readFileSync(path);
    t.deepEqual([bytes.length, sha256(bytes)], [size, hash]);
    t.is(gunzipSync(bytes).toString(), order.map((at) => texts[at]).join(''));
    for (const [index, at] of order.entries()) {
      const offset = offsets[index] as number;
      const length = segments[at]?.bytes.length ?? 0;
      const taken = inflateRawSync(bytes.subarray(offset, offset + length), { finishFlush });
      t.is(taken.toString(), texts[at] ?? '');
    }
  }
});

/**
 * Writes a gzip file that consists of `segments`. Returns its size in bytes (`size`), and where each segment is
 * (`placed`).
 */
function writeGzip(path: string, segments: readonly Segment[]) {
  const file = createGzipFile(path);
  const placed = segments.map((segment): Piece => {
    const { crc, size, bytes } = segment;
    return { path, offset: file.append(segment), length: bytes.length, crc, size };
  });
  const [size] = file.close();
  return { placed, size };
}

test('a gzip file consists of its own pieces in their order, and of no others', async (t) => {
  const path = join(await makeFolder(t), 'file.gz');
  const texts = ['beginning', 'one', 'two', 'end'];
  const segments = await Promise.all(texts.map((text) => deflateSegment(Buffer.from(text), 6)));
  const { placed, size } = writeGzip(path, segments);
  const [first, , , last] = segments as [Piece, Piece, Piece, Piece];
  const [, one, two] = placed as [Piece, Piece, Piece, Piece];
  const other = await deflateSegment(Buffer.from('Beginning'), 6);
  const offsets = placed.map((piece) => ('offset' in piece ? piece.offset : undefined));
  const copy = join(await makeFolder(t), 'copy.gz');
  copyFileSync(path, copy);
  for (const pieces of [
    segments,
    placed,
    [first, one, two, last],
    [first, one, { ...two, path: copy }, last],
  ]) {
    const found = locatePieces(path, size, pieces);
    t.deepEqual(found, offsets);
    t.true(areAllOf(size, pieces, found));
  }
  for (const [name, pieces] of Object.entries({
    none: [],
    'the end is missing': [first, one, two],
    'a part is missing': [first, two, last],
    'another order': [first, two, one, last],
    'a part twice': [first, one, two, two, last],
    'another beginning': [other, one, two, last],
    'another part of the same file': [first, { ...one, offset: offsets[2] }, two, last],
    'another part of another file': [first, { ...two, path: copy }, two, last],
    'more than the file': [first, one, two, last, last, last],
  })) {
    const found = locatePieces(path, size, pieces as readonly Piece[]);
    t.false(areAllOf(size, pieces as readonly Piece[], found), name);
  }
});

test('pieces of a gzip file are found also after a piece that the file lacks', async (t) => {
  const path = join(await makeFolder(t), 'file.gz');
  const texts = ['beginning', 'one', ',', 'two', ',', 'end'];
  const segments = await Promise.all(texts.map((text) => deflateSegment(Buffer.from(text), 6)));
  const { placed, size } = writeGzip(path, segments);
  const other = await deflateSegment(Buffer.from('another one'), 6);
  const [first, , comma, , , last] = segments as [Piece, Piece, Piece, Piece, Piece, Piece];
  const found = locatePieces(path, size, [first, other, comma, placed[3] as Piece, comma, last]);
  const offsets = placed.map((piece) => ('offset' in piece ? piece.offset : undefined));
  t.deepEqual(found, [offsets[0], undefined, undefined, ...offsets.slice(3)]);
});
