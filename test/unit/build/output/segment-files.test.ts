/** Files that consist of separately compressed segments are written, or linked to an earlier file that is equal. */
import { copyFileSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import {
  deflateSegment,
  gzipFormat,
  type Segment,
} from '../../../../build/output/gzip-segments.ts';
import { type PieceOf, writeSegments } from '../../../../build/output/segment-files.ts';
import { type Stamp, setTime } from '../../../../build/output/stamps.ts';
import { makeFolder } from '../../../helpers/content.ts';

const texts = ['beginning', 'one', 'two', 'end'];

/**
 * Writes a gzip file with `texts`. Returns its path and stamp, and its segments: in memory, and as byte ranges of the
 * file.
 */
async function writeEarlier(t: ExecutionContext) {
  const path = join(await makeFolder(t), 'earlier.gz');
  const segments = await Promise.all(texts.map((text) => deflateSegment(Buffer.from(text), 6)));
  const { stamp, offsets } = writeSegments(path, segments, gzipFormat, undefined);
  setTime(path, stamp);
  const ranges = segments.map(({ bytes: { length }, crc, size }, at): PieceOf<Segment> => {
    return { path, offset: offsets[at] as number, length, crc, size };
  });
  return { earlier: { path, stamp }, segments, ranges, offsets };
}

const isLinked = (path: string, other: string) => statSync(path).ino === statSync(other).ino;

test('an equal file is a hard link to the earlier one, with the same offsets', async (t) => {
  const { earlier, segments, ranges, offsets } = await writeEarlier(t);
  const copy = join(await makeFolder(t), 'copy.gz');
  copyFileSync(earlier.path, copy);
  const [first, , , last] = segments as [Segment, Segment, Segment, Segment];
  const [, one, two] = ranges as [PieceOf<Segment>, PieceOf<Segment>, PieceOf<Segment>];
  for (const pieces of [
    segments,
    ranges,
    [first, one, two, last],
    [first, one, { ...two, path: copy }, last],
  ]) {
    const path = join(await makeFolder(t), 'file.gz');
    const written = writeSegments(path, pieces, gzipFormat, earlier);
    t.deepEqual(written, { stamp: earlier.stamp, offsets });
    t.true(isLinked(path, earlier.path));
  }
});

test('any other file is written from its pieces', async (t) => {
  const { earlier, segments, ranges } = await writeEarlier(t);
  const copy = join(await makeFolder(t), 'copy.gz');
  copyFileSync(earlier.path, copy);
  const [first, , , last] = segments as [Segment, Segment, Segment, Segment];
  const [, one, two] = ranges as [PieceOf<Segment>, PieceOf<Segment>, PieceOf<Segment>];
  const other = await deflateSegment(Buffer.from('Beginning'), 6);
  for (const [expected, pieces] of [
    ['', []],
    ['beginning one two', [first, one, two]],
    ['beginning two end', [first, two, last]],
    ['beginning two one end', [first, two, one, last]],
    ['beginning one two two end', [first, one, two, two, last]],
    ['Beginning one two end', [other, one, two, last]],
    ['beginning two two end', [first, { ...two, path: copy }, two, last]],
    ['beginning one two end end end', [first, one, two, last, last, last]],
  ] as const) {
    const path = join(await makeFolder(t), 'file.gz');
    const { stamp, offsets } = writeSegments(path, pieces, gzipFormat, earlier);
    const bytes = readFileSync(path);
    t.is(gunzipSync(bytes).toString(), expected.replaceAll(' ', ''));
    t.is(stamp[0], bytes.length);
    t.is(offsets.length, pieces.length);
    t.false(isLinked(path, earlier.path));
  }
});

test('nothing is linked to a file with another beginning, such as that of an earlier compiler', async (t) => {
  const { earlier, segments } = await writeEarlier(t);
  const bytes = readFileSync(earlier.path);
  // The operating system (RFC 1952 section 2.3).
  bytes[9] = 3;
  writeFileSync(earlier.path, bytes);
  setTime(earlier.path, earlier.stamp);
  const path = join(await makeFolder(t), 'file.gz');
  writeSegments(path, segments, gzipFormat, earlier);
  t.false(readFileSync(path).equals(bytes));
});

test('nothing is linked to an earlier file that is damaged or missing', async (t) => {
  const { earlier, segments } = await writeEarlier(t);
  const folder = await makeFolder(t);
  const missing = { path: join(folder, 'missing.gz'), stamp: [9, ''] satisfies Stamp };
  utimesSync(earlier.path, 0, 0);
  for (const each of [missing, earlier]) {
    const path = join(await makeFolder(t), 'file.gz');
    const { stamp } = writeSegments(path, segments, gzipFormat, each);
    t.deepEqual(stamp, earlier.stamp);
    t.is(statSync(path).nlink, 1);
  }
});

test('if a piece is shorter than expected, the error names its file, and nothing else is overwritten', async (t) => {
  const { earlier, ranges } = await writeEarlier(t);
  const path = join(await makeFolder(t), 'file.gz');
  const [range] = ranges as [PieceOf<Segment>];
  t.throws(() => writeSegments(path, [{ ...range, length: 10_000 }], gzipFormat, undefined), {
    message: /earlier\.gz ends before byte \d+$/,
  });
  t.throws(() => writeSegments(earlier.path, ranges, gzipFormat, undefined), { code: 'EEXIST' });
  t.is(statSync(earlier.path).size, earlier.stamp[0]);
});
