/**
 * Puts Brotli files together from separately compressed segments (decision 62), so that a segment of an earlier file
 * can be copied instead of compressed again. Brotli (RFC 7932) has no segments: its encoder expects that data begins a
 * stream. Each segment but the first is therefore compressed after a preamble, whose compressed bytes are left out.
 */
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, createBrotliCompress } from 'node:zlib';
import { createWriter } from './assembly.ts';
import { brotliOptions, type Effort, efforts, formSuffixes } from './encode.ts';
import { createSegmentReader, type FileRange } from './gzip-segments.ts';
import type { Stamp } from './stamps.ts';

/** Binary logarithm of the number of bytes that a segment may refer back to; later segments begin after as many. */
const window = efforts.bulk.window;

/** A part of a document that is compressed separately. */
export interface BrotliSegment {
  /** Returns the plain bytes, which must be text in UTF-8. */
  read(): Buffer;
  /**
   * Where the Brotli file of the previous release has a segment with the same plain bytes; undefined if it has none.
   */
  readonly known?: FileRange | undefined;
}

/** A written Brotli file: its size and SHA-256, and the byte offset and length of each segment in it. */
export interface WrittenBrotli {
  readonly stamp: Stamp;
  readonly segments: readonly (readonly [offset: number, length: number])[];
}

/** A part of a document that is not divided further, such as a group of products. */
interface Unit {
  /** Number of plain bytes. */
  readonly size: number;
  /** True if a segment ends after this unit, however short it is. */
  readonly endsSegment?: boolean;
}

/**
 * Divides units of a document into segments of at least `minimum` bytes. Shorter ones are possible at the end, and
 * after a unit with `endsSegment`; but if there are several, the first has at least as many bytes as the window (see
 * `preamble`).
 */
export function toSegments<Each extends Unit>(
  units: readonly Each[],
  minimum: number,
): readonly (readonly Each[])[] {
  const segments: Each[][] = [];
  let segment: Each[] = [];
  let size = 0;
  for (const [at, unit] of units.entries()) {
    segment.push(unit);
    size += unit.size;
    const needed = segments.length === 0 ? 1 << window : 0;
    const isEnd = size >= Math.max(needed, unit.endsSegment ? 0 : minimum);
    if (!isEnd && at + 1 < units.length) continue;
    segments.push(segment);
    segment = [];
    size = 0;
  }
  return segments;
}

/**
 * Writes `<path>.br` from the segments of a document, one after the other: copies those that are known, and compresses
 * the others with the effort. Several segments must be divided by `toSegments` and compressed with `bulk`, whose window
 * is that of the preamble. Node.js compresses on its own threads. Rejects with file-system errors, such as for an
 * existing file.
 */
export async function writeBrotli(
  path: string,
  segments: readonly BrotliSegment[],
  effort: Effort,
): Promise<WrittenBrotli> {
  const writer = createWriter(path + formSuffixes[2]);
  const reader = createSegmentReader();
  try {
    const written: (readonly [offset: number, length: number])[] = [];
    let offset = 0;
    for (const { read, known } of segments) {
      const isFirst = offset === 0;
      // Only the first segment of a file begins with the header of the stream.
      const copied = known && (known.offset === 0) === isFirst ? reader.read(known) : undefined;
      const bytes = copied ?? (await compressSegment(read(), effort, isFirst));
      written.push([offset, bytes.length]);
      offset += writer.write(bytes);
    }
    writer.write(lastBlock);
    return { stamp: writer.close(), segments: written };
  } catch (error) {
    writer.abandon();
    throw error;
  } finally {
    reader.close();
  }
}

/** An empty last meta-block, which ends a Brotli stream (RFC 7932 section 9.2). */
const lastBlock = Buffer.from([0x03]);

const brotli = promisify<Uint8Array, BrotliOptions, Buffer>(brotliCompress);

function compressSegment(plain: Buffer, effort: Effort, isFirst: boolean): Promise<Buffer> {
  const options = brotliOptions(effort, plain.length);
  if (isFirst) return brotli(plain, { ...options, finishFlush: constants.BROTLI_OPERATION_FLUSH });
  return compressAfterPreamble(plain, options);
}

/** Compresses a segment that is not the first of its file, without the preamble and the header of the stream. */
function compressAfterPreamble(plain: Buffer, options: BrotliOptions): Promise<Buffer> {
  const settings = {
    ...options,
    params: {
      ...options.params,
      // The context of a literal is the two bytes before it, which may belong to another segment (section 7.1).
      [constants.BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING]: 1,
    },
    // Enough for all compressed bytes: `read` then returns them in one piece.
    readableHighWaterMark: preamble.length + plain.length,
  };
  return new Promise((resolve, reject) => {
    const encoder = createBrotliCompress(settings).once('error', reject);
    const flush = (done: () => void) => encoder.flush(constants.BROTLI_OPERATION_FLUSH, done);
    encoder.write(preamble);
    flush(() => {
      encoder.read();
      encoder.write(plain);
      flush(() => {
        // Null if there is nothing to read: for an empty segment.
        resolve(encoder.read() ?? Buffer.of());
        encoder.destroy();
      });
    });
  });
}

/**
 * Text before a segment that makes the compressed segment independent of the data before it. It has only bytes that
 * do not occur in UTF-8, so that no part of the segment is a copy of it, and
 *
 * - as many as the window has: further bytes before a segment then no longer change the distances by which Brotli
 *   refers to the words of its dictionary (RFC 7932 section 8);
 * - at its end, four copies from different distances, almost as long as the window. Brotli abbreviates the last four
 *   distances (section 4), but at these a segment finds nothing before it has used four distances of its own.
 */
const preamble = makePreamble();

function makePreamble(): Buffer {
  const bytes = [0xc0, 0xc1, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe];
  let state = 1;
  // Irregular, so that it is copied from the first occurrence only: a linear congruential generator.
  const irregular = (length: number) =>
    Buffer.from(
      Array.from({ length }, () => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return bytes[(state >>> 16) % bytes.length] as number;
      }),
    );
  const copied = Array.from({ length: 4 }, () => irregular(32));
  const before = copied.flatMap((each) => [each, irregular(8)]);
  // The distance of each copy is longer than that of the one before it.
  const after = copied.flatMap((each, at) => [irregular(8 * (at + 2)), each]);
  const gap = Buffer.alloc((1 << window) - 1024, 0xff);
  return Buffer.concat([Buffer.alloc(1024, 0xff), ...before, gap, ...after, irregular(8)]);
}
