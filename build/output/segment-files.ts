/**
 * Writes compressed files that consist of segments, separately compressed pieces. A segment is in memory,
 * or it is a byte range of another file and is copied from there.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { hasStamp, linkOrCopy, type Stamp } from './stamps.ts';

/** A byte range of a file: `length` bytes from `offset` in the file `path`. */
export interface FileRange {
  readonly path: string;
  readonly offset: number;
  readonly length: number;
}

/** A separately compressed piece of a file: its compressed bytes. */
export interface Compressed {
  readonly bytes: Buffer;
}

/** The position of a segment in a file, and the facts of the segment besides its bytes. */
export type RangeOf<Segment extends Compressed> = Omit<Segment, 'bytes'> & FileRange;

/** A piece of a file: a segment in memory, or the position of a segment in a file. */
export type PieceOf<Segment extends Compressed> = Segment | RangeOf<Segment>;

/** Reads byte ranges of files. Once opened, a file stays open until `close` is called. */
export interface RangeReader {
  /**
   * Returns the bytes of a range, which are valid only until the next call. Throws file-system errors, and an `Error` if
   * the file is too short.
   */
  read(range: FileRange): Buffer;
  close(): void;
}

/** Creates a reader of byte ranges. The caller must `close` it. */
export function createRangeReader(): RangeReader {
  const descriptors = new Map<string, number>();
  let buffer = Buffer.allocUnsafe(0);
  return {
    read({ path, offset, length }) {
      const descriptor = descriptors.get(path) ?? openSync(path, 'r');
      descriptors.set(path, descriptor);
      if (buffer.length < length) buffer = Buffer.allocUnsafe(length);
      const read = readSync(descriptor, buffer, 0, length, offset);
      if (read < length) throw new Error(`${path} ends before byte ${offset + length}`);
      return buffer.subarray(0, length);
    },
    close() {
      for (const descriptor of descriptors.values()) closeSync(descriptor);
    },
  };
}

/** A compressed file to which segments are added. */
export interface SegmentFile<Segment extends Compressed> {
  /** Adds a segment; returns its byte offset in the file. */
  append(segment: Segment): number;
  /** Writes the end of the file and closes it. Returns its size and SHA-256. */
  close(): Stamp;
  /** Closes an unfinished file, which stays on disk; does nothing if it is closed. */
  abandon(): void;
}

/**
 * How to join segments (separately compressed pieces) of one compression format, gzip or Brotli, to one valid file: any
 * segments, in any order.
 */
export interface SegmentFormat<Segment extends Compressed> {
  /** The bytes before the first segment. */
  readonly beginning: Buffer;
  /** Number of bytes after the last segment. */
  readonly endBytes: number;
  /** Creates a file; throws if the path exists. The caller must `close` it, or `abandon` it after an error. */
  create(path: string): SegmentFile<Segment>;
}

/** A file that exists, with its size and SHA-256. */
export interface StampedFile {
  readonly path: string;
  readonly stamp: Stamp;
}

/** The size and SHA-256 of a file that was written, and the byte offset of each of its segments. */
export interface WrittenSegments {
  readonly stamp: Stamp;
  readonly offsets: readonly number[];
}

/**
 * Writes the file `path` from its pieces. If `earlier` is undamaged and has the same bytes, makes a hard link to it
 * instead, or a copy. Throws file-system errors, such as if `path` exists.
 */
export function writeSegments<Segment extends Compressed>(
  path: string,
  pieces: readonly PieceOf<Segment>[],
  format: SegmentFormat<Segment>,
  earlier: StampedFile | undefined,
): WrittenSegments {
  const reader = createRangeReader();
  try {
    const offsets = earlier && locateAll(earlier, pieces, format, reader);
    if (earlier && offsets) {
      linkOrCopy(earlier.path, path, earlier.stamp);
      return { stamp: earlier.stamp, offsets };
    }
    return append(pieces, format.create(path), reader);
  } finally {
    reader.close();
  }
}

/**
 * If a file is undamaged and consists of exactly these pieces, returns the byte offset of each in the file; otherwise
 * undefined. A piece that is a range of this same file must be at its own offset; other pieces are compared byte by
 * byte.
 */
function locateAll<Segment extends Compressed>(
  { path, stamp }: StampedFile,
  pieces: readonly PieceOf<Segment>[],
  { beginning, endBytes }: SegmentFormat<Segment>,
  reader: RangeReader,
): readonly number[] | undefined {
  if (!hasStamp(path, stamp)) return undefined;
  const end = stamp[0] - endBytes;
  let offset = beginning.length;
  if (!reader.read({ path, offset: 0, length: offset }).equals(beginning)) return undefined;
  const offsets: number[] = [];
  for (const piece of pieces) {
    const length = lengthOf(piece);
    if (isRange(piece) && piece.path === path) {
      if (piece.offset !== offset) return undefined;
    } else {
      if (offset + length > end) return undefined;
      // A copy, because the next read overwrites it.
      const bytes = isRange(piece) ? Buffer.from(reader.read(piece)) : piece.bytes;
      if (!reader.read({ path, offset, length }).equals(bytes)) return undefined;
    }
    offsets.push(offset);
    offset += length;
  }
  return offset === end ? offsets : undefined;
}

function append<Segment extends Compressed>(
  pieces: readonly PieceOf<Segment>[],
  file: SegmentFile<Segment>,
  reader: RangeReader,
): WrittenSegments {
  try {
    const offsets = pieces.map((piece) => {
      const segment = isRange(piece) ? { ...piece, bytes: reader.read(piece) } : piece;
      return file.append(segment as Segment);
    });
    return { stamp: file.close(), offsets };
  } catch (error) {
    file.abandon();
    throw error;
  }
}

const isRange = (piece: FileRange | Compressed): piece is FileRange => 'path' in piece;

const lengthOf = (piece: FileRange | Compressed): number =>
  isRange(piece) ? piece.length : piece.bytes.length;
