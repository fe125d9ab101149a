/**
 * Combines gzip files from separately compressed segments, so that a segment of an earlier file can be
 * copied instead of compressed again, or be decompressed alone. Segments (Deflate blocks) may be concatenated if each
 * ends at a whole byte and does not refer to earlier data (RFC 1951 section 3.2; RFC 1952 section 2.3 for header and
 * trailer).
 */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, inflateRawSync, type ZlibOptions } from 'node:zlib';
import { createWriter } from './assembly.ts';
import { outputChunk } from './encode.ts';
import type { Compressed, RangeOf, SegmentFormat } from './segment-files.ts';

/** A separately compressed part of a gzip file. */
export interface Segment extends Compressed {
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

/** The position of a segment, a separately compressed part of a gzip file. */
export type SegmentSource = RangeOf<Segment>;

/**
 * The gzip header, which is the same on every machine: without file name and time, and with an unknown operating
 * system.
 */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** An empty final Deflate block, which ends the compressed data. */
const lastBlock = Buffer.from([0x03, 0x00]);

/** Number of bytes of CRC-32 and size at the end of a gzip file. */
const trailerBytes = 8;

/** gzip files (RFC 1952) whose segments can be put together in any order. */
export const gzipFormat: SegmentFormat<Segment> = {
  beginning: header,
  endBytes: lastBlock.length + trailerBytes,
  create(path) {
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
      close() {
        writer.write(trailerOf(sum));
        return writer.close();
      },
      abandon: () => writer.abandon(),
    };
  },
};

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
