/** The Brotli forms of exports: a build copies the segments of unchanged groups of products from the last release. */
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { type GzipForm, writeExportBrotli } from '../../../build/output/export-brotli.ts';
import type { BrotliRecord } from '../../../build/output/export-segments.ts';
import {
  createGzipFile,
  deflateSegment,
  locatePieces,
  type Piece,
  type Segment,
} from '../../../build/output/gzip-segments.ts';
import { type Stamp, setTime } from '../../../build/output/stamps.ts';
import { makeFolder } from '../../helpers/content.ts';

const path = 'export.ndjson';

/** Group of products → its number of rows, with 15 bytes each. A segment of the Brotli form has 2 MB or more. */
const rowsOf: Readonly<Record<string, number>> = {
  ...{ navy: 90_000, sand: 90_000, teal: 160_000, rust: 80_000, plum: 80_000, grey: 160_000 },
  new: 50_000,
};

/** In this order, the segments are navy and sand, teal, rust and plum, grey. */
const groups = ['navy', 'sand', 'teal', 'rust', 'plum', 'grey'];

const textOf = (name: string) =>
  Array.from({ length: rowsOf[name] ?? 0 }, (_, at) => `{"${name}":"${(at * at) % 997}"}\n`).join(
    '',
  );

interface Release {
  readonly folder: string;
  readonly pieces: readonly Piece[];
  readonly gzip: Stamp;
  readonly brotli: Stamp;
  readonly segments: readonly BrotliRecord[];
}

/**
 * Writes the gzip and the Brotli form of an export with the groups `names`. Copies the gzip segments of groups that the
 * release `last` has. Returns the written release.
 */
async function write(
  t: ExecutionContext,
  names: readonly string[],
  last?: Release,
): Promise<Release> {
  const folder = await makeFolder(t);
  const parts = await Promise.all(
    names.map(async (name): Promise<Piece> => {
      const known = last?.pieces[groups.indexOf(name)];
      return known ?? (await deflateSegment(Buffer.from(textOf(name)), 1));
    }),
  );
  const file = createGzipFile(join(folder, `${path}.gz`));
  const offsets = parts.map((part) => file.append(toSegment(part)));
  const stamp = file.close();
  const old = last && join(last.folder, `${path}.gz`);
  const before = old && last ? locatePieces(old, last.gzip[0], parts) : [];
  const gzip: GzipForm = { pieces: parts, offsets, stamp, before, isSame: false };
  const units = parts.map((part) => [part]);
  const stamps = new Map([[`${path}.br`, last?.brotli]]);
  const previous = { folder: last?.folder, stampOf: (name: string) => stamps.get(name) };
  const record = last && { version: '', locales: {}, brotli: { [path]: last.segments } };
  const written = await writeExportBrotli(path, units, gzip, { folder, previous, record });
  setTime(join(folder, `${path}.br`), written.stamp);
  const pieces = parts.map((part, at): Piece => {
    const { crc, size, bytes } = toSegment(part);
    const own = join(folder, `${path}.gz`);
    return { path: own, offset: offsets[at] as number, length: bytes.length, crc, size };
  });
  return { folder, pieces, gzip: stamp, brotli: written.stamp, segments: written.segments };
}

function toSegment(piece: Piece): Segment {
  if (!('path' in piece)) return piece;
  const { path: file, offset, length } = piece;
  return { ...piece, bytes: readFileSync(file).subarray(offset, offset + length) };
}

const brotliOf = ({ folder }: Release) => readFileSync(join(folder, `${path}.br`));
const plainOf = (names: readonly string[]) => Buffer.from(names.map(textOf).join(''));

/** Overwrites all bytes of the Brotli form with 1; size and time stay the same, so that it still counts as complete. */
function overwrite({ folder, brotli }: Release): void {
  const file = join(folder, `${path}.br`);
  writeFileSync(file, Buffer.alloc(brotli[0], 1));
  setTime(file, brotli);
}

/**
 * Returns for each segment of the Brotli form whether it was copied from a release that `overwrite` has changed: such a
 * segment has only bytes of 1.
 */
function copiedSegments(release: Release): readonly boolean[] {
  const bytes = brotliOf(release);
  return release.segments.map(([, , offset, length]) =>
    bytes.subarray(offset, offset + length).every((byte) => byte === 1),
  );
}

for (const [name, names, expected] of [
  ['a group has changed', ['navy', 'sand', 'new', 'rust', 'plum', 'grey'], [true, false, true]],
  [
    'a group is new',
    ['navy', 'sand', 'new', 'teal', 'rust', 'plum', 'grey'],
    [true, false, true, true],
  ],
  ['a group is gone', ['navy', 'sand', 'rust', 'plum', 'grey'], [true, true, true]],
  [
    'the first group has changed',
    ['new', 'sand', 'teal', 'rust', 'plum', 'grey'],
    [false, true, true, true],
  ],
  ['the first group is gone', ['sand', 'teal', 'rust', 'plum', 'grey'], [false, true, true]],
  [
    'groups have changed places',
    ['navy', 'sand', 'rust', 'plum', 'teal', 'grey'],
    [true, true, true, true],
  ],
] as const) {
  test(`if ${name}, the segments of the others are copied, and the file has the same bytes as one without copies`, async (t) => {
    const last = await write(t, groups);
    t.true(brotliDecompressSync(brotliOf(last)).equals(plainOf(groups)));
    const next = await write(t, names, last);
    t.true(brotliDecompressSync(brotliOf(next)).equals(plainOf(names)));
    t.true(brotliOf(next).equals(brotliOf(await write(t, names))));
    overwrite(last);
    t.deepEqual(copiedSegments(await write(t, names, last)), expected);
  });
}

test('no segment is copied from a Brotli form that is damaged', async (t) => {
  const last = await write(t, groups);
  overwrite(last);
  utimesSync(join(last.folder, `${path}.br`), 0, 0);
  const names = ['new', ...groups.slice(1)];
  t.true(brotliDecompressSync(brotliOf(await write(t, names, last))).equals(plainOf(names)));
});

test('if the last gzip form is damaged, the error says so, and the next build finds the damage', async (t) => {
  const last = await write(t, groups);
  const file = join(last.folder, `${path}.gz`);
  writeFileSync(file, Buffer.alloc(last.gzip[0]));
  setTime(file, last.gzip);
  const { mtimeMs } = statSync(file);
  const message = `${file} is damaged; build again: that writes it again`;
  await t.throwsAsync(write(t, ['new', ...groups.slice(1)], last), {
    name: 'ReleaseError',
    message,
  });
  t.not(statSync(file).mtimeMs, mtimeMs);
});
