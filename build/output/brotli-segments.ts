/**
 * Puts Brotli files together from separately compressed segments (decision 62), so that a segment of an earlier file
 * can be copied instead of compressed again. Brotli (RFC 7932) has no segments: its encoder expects that data begins a
 * stream. A segment is therefore compressed after a preamble, whose compressed bytes are left out.
 */
import { brotliDecompressSync, constants, createBrotliCompress } from 'node:zlib';
import { createWriter } from './assembly.ts';
import { brotliOptions, efforts } from './encode.ts';
import type { Compressed, SegmentFormat } from './segment-files.ts';

/**
 * The beginning of every Brotli file: the size of the window, 2^20 bytes (`efforts.bulk`), and an empty meta-block,
 * which fills the last byte (RFC 7932 sections 9.1 and 9.2).
 */
const beginning = Buffer.from([0x67, 0x00]);

/** The end of every Brotli file: an empty last meta-block (RFC 7932 section 9.2). */
const end = Buffer.from([0x03]);

/**
 * Compresses text in UTF-8 to a segment of a Brotli file, which may stand at any place in the file. Does not block:
 * Node.js compresses on its own threads. Rejects with an `Error` if the segment is not independent of its place
 * (`assertIndependent`).
 */
export async function compressToSegment(plain: Buffer): Promise<Buffer> {
  const segment = await compressAfterPreamble(plain);
  assertIndependent(segment, plain);
  return segment;
}

function compressAfterPreamble(plain: Buffer): Promise<Buffer> {
  const options = brotliOptions('bulk', plain.length);
  const window = windowOf(plain.length);
  const preamble = preambleOf(window);
  const settings = {
    ...options,
    params: {
      ...options.params,
      [constants.BROTLI_PARAM_LGWIN]: window,
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
 * Throws an `Error` unless `segment` alone decompresses to `plain`, so that it refers to nothing before it. The encoder
 * has compressed it for a place after a preamble: a reference to bytes before the segment, to one of the last distances
 * (RFC 7932 section 4) or to a word of the dictionary, whose distance depends on the place (section 8), means other
 * bytes at the beginning of a file.
 */
export function assertIndependent(segment: Buffer, plain: Buffer): void {
  const file = Buffer.concat([beginning, segment, end]);
  // All in one chunk: by default, zlib collects chunks of 16 kB and then copies them.
  const chunkSize = Math.max(plain.length + 1, 1024);
  let cause: unknown;
  try {
    if (brotliDecompressSync(file, { chunkSize }).equals(plain)) return;
  } catch (error) {
    cause = error;
  }
  throw new Error('a Brotli segment depends on its place in the file', { cause });
}

/** Maximum number of bytes in a segment that is not compressed. */
const storedBytes = 1 << 16;

/**
 * Returns a segment of a Brotli file with `plain` as it is, not compressed: for a few bytes, compressing takes much
 * longer and saves nothing. Throws a `RangeError` if `plain` has not 1 to `storedBytes` bytes.
 */
export function storeAsSegment(plain: Buffer): Buffer {
  const { length } = plain;
  if (length < 1 || length > storedBytes) throw new RangeError(`cannot store ${length} bytes`);
  // RFC 7932 section 9.2: not the last meta-block, length minus 1 in 16 bits, not compressed.
  const header = Buffer.alloc(3);
  header.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3);
  return Buffer.concat([header, plain]);
}

/** Brotli files whose segments can be put together in any order. */
export const brotliFormat: SegmentFormat<Compressed> = {
  beginningBytes: beginning.length,
  endBytes: end.length,
  create(path) {
    const writer = createWriter(path);
    let offset = writer.write(beginning);
    return {
      append({ bytes }) {
        const start = offset;
        offset += writer.write(bytes);
        return start;
      },
      close() {
        writer.write(end);
        return writer.close();
      },
      abandon: () => writer.abandon(),
    };
  },
};

/**
 * Returns the binary logarithm of the window in bytes for a segment of `size` plain bytes: at most that of the file. A
 * shorter one saves time, because the preamble is as long as the window; below 2^17 bytes, Brotli compresses worse.
 */
function windowOf(size: number): number {
  const { window } = efforts.bulk;
  return Math.min(Math.max(Math.ceil(Math.log2(size + 1)), 17), window);
}

/** Window → preamble. */
const preambles = new Map<number, Buffer>();

function preambleOf(window: number): Buffer {
  const preamble = preambles.get(window) ?? makePreamble(window);
  preambles.set(window, preamble);
  return preamble;
}

/**
 * Text before a segment that makes the compressed segment independent of the data before it. It has only bytes that
 * do not occur in UTF-8, so that no part of the segment is a copy of it, and
 *
 * - hundreds of irregular bytes: because none of them is in a word of Brotli's dictionary, the encoder no longer looks
 *   for words there;
 * - at its end, four copies from different distances, almost as long as the window. Brotli abbreviates the last four
 *   distances (RFC 7932 section 4), but at these a segment finds nothing before it has used four distances of its own.
 */
function makePreamble(window: number): Buffer {
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
