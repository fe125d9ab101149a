/**
 * Writes the Brotli forms of exports from segments (decision 62). A segment of the previous release is copied if its
 * groups of products are unchanged, which shows in the gzip form: the same pieces are next to each other there.
 */
import { join } from 'node:path';
import {
  type BrotliSegment,
  toSegments,
  type WrittenBrotli,
  writeBrotli,
} from './brotli-segments.ts';
import { formSuffixes } from './encode.ts';
import type { BrotliRecord, ExportsRecord } from './export-segments.ts';
import {
  createSegmentReader,
  type FileRange,
  inflateSegment,
  lengthOf,
  type Piece,
  type SegmentReader,
} from './gzip-segments.ts';
import type { PreviousRelease } from './previous-release.ts';
import { ReleaseError } from './release-error.ts';
import { hasStamp, linkOrCopy, markDamaged, type Stamp } from './stamps.ts';

/**
 * Minimum number of plain bytes in a segment: a few groups of products. After an edit, a build compresses one segment;
 * shorter ones would make the Brotli form larger.
 */
const segmentBytes = 2_000_000;

/** The pieces of an export's gzip form that have a group of products and the texts beside it. */
export type ExportUnit = readonly Piece[];

/** The written gzip form of an export. */
export interface GzipForm {
  readonly stamp: Stamp;
  /** All pieces of the file. */
  readonly pieces: readonly Piece[];
  /** The byte offset of each piece in the file. */
  readonly offsets: readonly number[];
  /** The byte offset of each piece in the gzip form of the previous release (see `locatePieces`). */
  readonly before: readonly (number | undefined)[];
  /** True if the file is the gzip form of the previous release. */
  readonly isSame: boolean;
}

interface BrotliOptions {
  /** The folder of the new release. */
  readonly folder: string;
  readonly previous: Pick<PreviousRelease, 'folder' | 'stampOf'>;
  /** The record of the previous release, if segments of it may be copied. */
  readonly record: ExportsRecord | undefined;
}

/** A written Brotli form: its size and SHA-256, and its segments. */
interface BrotliForm extends Pick<WrittenBrotli, 'stamp'> {
  readonly segments: readonly BrotliRecord[];
}

/**
 * Writes the Brotli form of an export next to its gzip form. If the gzip form is that of the previous release, makes a
 * hard link to the Brotli form there instead, unless that is missing or damaged. `path` is the path within a release,
 * without suffix. Rejects with file-system errors, and with `ReleaseError` if the gzip form of the previous release is
 * damaged.
 */
export async function writeExportBrotli(
  path: string,
  units: readonly ExportUnit[],
  gzip: GzipForm,
  { folder, previous, record }: BrotliOptions,
): Promise<BrotliForm> {
  const from = join(previous.folder ?? '', path) + formSuffixes[2];
  const stamp = previous.stampOf(path + formSuffixes[2]);
  const records = stamp && hasStamp(from, stamp) ? (record?.brotli[path] ?? []) : [];
  if (stamp && gzip.isSame && records.length > 0) {
    linkOrCopy(from, join(folder, path) + formSuffixes[2], stamp);
    return { stamp, segments: records };
  }
  const known = new Map(
    records.map(([start, end, offset, length]) => [
      `${start} ${end}`,
      { path: from, offset, length },
    ]),
  );
  const reader = createSegmentReader();
  try {
    const ranges = rangesOf(units, gzip);
    const segments = ranges.map(({ pieces, before }): BrotliSegment => {
      return {
        read: () => inflatePieces(pieces, reader),
        known: before && known.get(before.join(' ')),
      };
    });
    const written = await writeBrotli(join(folder, path), segments, 'bulk');
    return {
      stamp: written.stamp,
      segments: written.segments.map(([offset, length], at) => {
        const [start, end] = (ranges[at] as Range).own;
        return [start, end, offset, length];
      }),
    };
  } finally {
    reader.close();
  }
}

/** The pieces of a segment of the Brotli form, and their byte range (start and end) in the gzip form. */
interface Range {
  readonly pieces: readonly Piece[];
  readonly own: readonly [start: number, end: number];
  /** Their byte range in the gzip form of the previous release; undefined if they are not next to each other there. */
  readonly before: readonly [start: number, end: number] | undefined;
}

function rangesOf(units: readonly ExportUnit[], { offsets, before }: GzipForm): readonly Range[] {
  const sized = units.map((pieces) => {
    return { pieces, size: pieces.reduce((sum, { size }) => sum + size, 0) };
  });
  let at = 0;
  return toSegments(sized, segmentBytes).map((segment) => {
    const pieces = segment.flatMap((unit) => unit.pieces);
    const own = rangeOf(pieces, offsets.slice(at)) ?? [0, 0];
    const range = { pieces, own, before: rangeOf(pieces, before.slice(at)) };
    at += pieces.length;
    return range;
  });
}

/**
 * Returns the byte range from the first of the pieces to the end of the last, if they follow each other without gaps;
 * otherwise undefined. `offsets` has the byte offset of each piece, and may be longer.
 */
function rangeOf(
  pieces: readonly Piece[],
  [start, ...others]: readonly (number | undefined)[],
): readonly [start: number, end: number] | undefined {
  if (start === undefined) return undefined;
  let end = start;
  for (const [at, piece] of pieces.entries()) {
    if (at > 0 && others[at - 1] !== end) return undefined;
    end += lengthOf(piece);
  }
  return [start, end];
}

/** Decompresses pieces of a gzip file; returns their plain bytes. */
function inflatePieces(pieces: readonly Piece[], reader: SegmentReader): Buffer {
  const plain = pieces.map((piece) => {
    const bytes = 'path' in piece ? reader.read(piece) : piece.bytes;
    const inflated = inflateSegment({ ...piece, bytes });
    if (inflated === undefined) throw damaged(piece as FileRange);
    return inflated;
  });
  return Buffer.concat(plain);
}

function damaged({ path }: FileRange): ReleaseError {
  markDamaged(path);
  return new ReleaseError(`${path} is damaged; build again: that writes it again`);
}
