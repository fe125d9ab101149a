/**
 * Combines gzip files from separately compressed segments (decision 62), so that a segment of an earlier file can be
 * copied instead of compressed again, or be decompressed alone. Segments (Deflate blocks) may be concatenated if each
 * ends at a whole byte and does not refer to earlier data (RFC 1951 section 3.2; RFC 1952 section 2.3 for header and
 * trailer).
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, inflateRawSync, type ZlibOptions } from 'node:zlib';
import { createWriter } from './assembly.ts';
import { outputChunk } from './encode.ts';
import type { Stamp } from './stamps.ts';

/** A separately compressed part of a gzip file. `bytes` are the compressed bytes. */
export interface Segment {
  readonly bytes: Buffer;
  /** CRC-32 of the plain bytes. */
  readonly crc: number;
  /** Number of plain bytes. */
  readonly size: number;
}

const deflate = promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw);

/**
 * Compresses bytes to a segment that can be appended to a gzip file; `level` is zlib's, from 1 to 9. Does not block:
 * Node.js compresses on its own threads.
 */
export async function deflateSegment(plain: Buffer, level: number): Promise<Segment> {
  const chunkSize = outputChunk(plain.length);
  const bytes = await deflate(plain, { level, chunkSize, finishFlush: constants.Z_SYNC_FLUSH });
  return { bytes, crc: crc32(plain), size: plain.length };
}

/** Decompresses a segment, a part of a gzip file. Returns the plain bytes, or undefined if the segment is damaged. */
export function inflateSegment({ bytes, size, crc }: Segment): Buffer | undefined {
  try {
    // All in one chunk: by default, zlib collects chunks of 16 kB and then copies them. A segment has no final block,
    // so zlib would report an unexpected end; `finishFlush` allows it.
    const chunkSize = Math.max(size + 1, constants.Z_MIN_CHUNK);
    const plain = inflateRawSync(bytes, { chunkSize, finishFlush: constants.Z_SYNC_FLUSH });
    return plain.length === size && crc32(plain) === crc ? plain : undefined;
  } catch {
    // zlib refuses most damaged data; the checksum finds the rest.
    return undefined;
  }
}

/** A byte range of a file: `length` bytes from `offset` in the file `path`. */
export interface FileRange {
  readonly path: string;
  readonly offset: number;
  readonly length: number;
}

/** The position of a segment, a separately compressed part of a gzip file. */
export interface SegmentSource extends FileRange, Pick<Segment, 'crc' | 'size'> {}

/** Reads segments from files. Once opened, a file stays open until `close` is called. */
export interface SegmentReader {
  /**
   * Returns the bytes of a segment, which are valid only until the next call. Throws file-system errors, and an `Error`
   * if the file is too short.
   */
  read(range: FileRange): Buffer;
  close(): void;
}

/** Creates a reader of segments, parts of gzip files. The caller must `close` it. */
export function createSegmentReader(): SegmentReader {
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

/** A piece of a gzip file: a segment in memory, or the position of a segment in a file. */
export type Piece = Segment | SegmentSource;

/** Returns the number of compressed bytes of a piece. */
export function lengthOf(piece: Piece): number {
  return 'path' in piece ? piece.length : piece.bytes.length;
}

/**
 * Looks for pieces in an existing gzip file of `size` bytes. Returns the byte offset of each piece there; undefined for
 * a piece that is not where the piece before it ends. For a piece that is a position in this same file, returns that
 * position; for any other piece, compares the bytes. Throws file-system errors.
 */
export function locatePieces(
  path: string,
  size: number,
  pieces: readonly Piece[],
): readonly (number | undefined)[] {
  const reader = createSegmentReader();
  const isAt = (offset: number, piece: Piece): boolean => {
    // A copy, because the next read overwrites it.
    const bytes = 'path' in piece ? Buffer.from(reader.read(piece)) : piece.bytes;
    const { length } = bytes;
    return offset + length <= size && reader.read({ path, offset, length }).equals(bytes);
  };
  try {
    let next = header.length;
    return pieces.map((piece) => {
      const isStored = 'path' in piece && piece.path === path;
      if (!(isStored || isAt(next, piece))) return undefined;
      const offset = isStored ? piece.offset : next;
      next = offset + lengthOf(piece);
      return offset;
    });
  } finally {
    reader.close();
  }
}

/**
 * Returns true if a gzip file of `size` bytes consists of exactly these pieces, so that an equal file need not be
 * written. `offsets` is the result of `locatePieces`.
 */
export function areAllOf(
  size: number,
  pieces: readonly Piece[],
  offsets: readonly (number | undefined)[],
): offsets is readonly number[] {
  let next = header.length;
  for (const [at, piece] of pieces.entries()) {
    if (offsets[at] !== next) return false;
    next += lengthOf(piece);
  }
  return next + lastBlock.length + trailerBytes === size;
}

/** A gzip file that is put together from segments, which were compressed separately. */
export interface GzipFile {
  /** Adds a segment; returns its byte offset in the file. */
  append(segment: Segment): number;
  /** Returns the total number of plain bytes of all segments so far. */
  size(): number;
  /** Writes the last block and the gzip trailer, and closes the file. Returns the size and SHA-256 of the file. */
  close(): Stamp;
  /** Closes an unfinished file, which stays on disk; does nothing if it is closed. */
  abandon(): void;
}

/**
 * The gzip header, which is the same on every machine: without file name and time, and with an unknown operating
 * system.
 */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** An empty final Deflate block, which ends the compressed data. */
const lastBlock = Buffer.from([0x03, 0x00]);

/**
 * Creates a gzip file to which compressed segments are added; throws if the path exists. The caller must
 * `close` the file, or `abandon` it after an error.
 */
export function createGzipFile(path: string): GzipFile {
  const writer = createWriter(path);
  let offset = writer.write(header);
  let sum: Checksum = { crc: 0, size: 0 };
  return {
    append(segment) {
      const start = offset;
      offset += writer.write(segment.bytes);
      sum = addTo(sum, segment);
      return start;
    },
    size: () => sum.size,
    close() {
      writer.write(trailerOf(sum));
      return writer.close();
    },
    abandon: () => writer.abandon(),
  };
}

/** Returns a complete gzip file that consists of the given segments, with header and trailer. */
export function gzipOf(segments: readonly Segment[]): Buffer {
  const sum = segments.reduce<Checksum>(addTo, { crc: 0, size: 0 });
  return Buffer.concat([header, ...segments.map(({ bytes }) => bytes), trailerOf(sum)]);
}

/** The CRC-32 and the number of plain bytes of one segment, or of several segments in a row. */
type Checksum = Pick<Segment, 'crc' | 'size'>;

function addTo(sum: Checksum, { crc, size }: Checksum): Checksum {
  return { crc: combineCrc(sum.crc, crc, size), size: sum.size + size };
}

/** Number of bytes of CRC-32 and size at the end of a gzip file. */
const trailerBytes = 8;

/** Returns the end of a gzip file: an empty final block, and the trailer with CRC-32 and size. */
function trailerOf({ crc, size }: Checksum): Buffer {
  const trailer = Buffer.alloc(trailerBytes);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(size % 2 ** 32, 4);
  return Buffer.concat([lastBlock, trailer]);
}

/**
 * A linear map f of 32-bit numbers, such as the change of a CRC-32 by further zero bytes: f(a ^ b) = f(a) ^ f(b). It is
 * stored as its results for the 32 single bits, from which every other result follows.
 */
type BitMap = readonly number[];

function applyTo(bits: number, map: BitMap): number {
  let sum = 0;
  for (let at = 0, rest = bits; rest !== 0; at += 1, rest >>>= 1) {
    if (rest & 1) sum ^= map[at] as number;
  }
  return sum >>> 0;
}

function twice(map: BitMap): BitMap {
  return map.map((bits) => applyTo(bits, map));
}

/** The map from a CRC-32 (reversed polynomial) to its value after one further zero bit of data. */
const zeroBit: BitMap = [0xedb88320, ...Array.from({ length: 31 }, (_, at) => 2 ** at)];

/** Element n maps a CRC-32 to its value after 2^n further zero bytes of data. Elements are added on demand. */
const zeroBytes: BitMap[] = [twice(twice(twice(zeroBit)))];

function zeroBytesOf(n: number): BitMap {
  while (zeroBytes.length <= n) zeroBytes.push(twice(zeroBytes.at(-1) as BitMap));
  return zeroBytes[n] as BitMap;
}

/**
 * Returns the CRC-32 of two concatenated byte sequences, from the CRC-32 of each and the number of bytes of the
 * second (zlib's `crc32_combine`).
 */
export function combineCrc(first: number, second: number, secondLength: number): number {
  let crc = first;
  for (let n = 0, length = secondLength; length > 0; n += 1, length = Math.floor(length / 2)) {
    if (length % 2 === 1) crc = applyTo(crc, zeroBytesOf(n));
  }
  return (crc ^ second) >>> 0;
}
