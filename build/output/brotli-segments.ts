/**
 * Puts Brotli files together from separately compressed segments (decisions.md, "Compressed files
 * are made of segments"), so that a segment of an earlier file can be copied instead of compressed
 * again. Brotli (RFC 7932) has no segments: its encoder expects that data begins a stream. A
 * segment is therefore compressed after a preamble, whose compressed bytes are left out.
 */
import { brotliDecompressSync, constants, createBrotliCompress } from 'node:zlib';
import { createWriter } from './assembly.ts';
import { brotliOptions, efforts } from './encode.ts';
import type { Compressed, SegmentFormat } from './segment-files.ts';

/**
 * Binary logarithm of the window of every Brotli file, the number of bytes that its segments may refer back to; from 18
 * to 24 (see `beginning`).
 */
const fileWindow = efforts.bulk.window;

/**
 * The beginning of every Brotli file: the window in four bits, and an empty meta-block, which fills the last byte (RFC
 * 7932 sections 9.1 and 9.2).
 */
const beginning = Buffer.from([0x61 | ((fileWindow - 17) << 1), 0x00]);

/** The end of every Brotli file: an empty last meta-block (RFC 7932 section 9.2). */
const end = Buffer.from([0x03]);

/**
 * Compresses text in UTF-8 to a segment of a Brotli file, which may stand at any place in the file. If the encoder
 * makes a segment that depends on its place (see `preamble`), returns a segment that contains the text without
 * compression instead (`storeAsSegment`). Does not block: Node.js compresses on its own threads.
 */
export async function compressToSegment(plain: Buffer): Promise<Buffer> {
  const segment = await compressAfterPreamble(plain);
  return isIndependent(segment, plain) ? segment : storeAsSegment(plain);
}

function compressAfterPreamble(plain: Buffer): Promise<Buffer> {
  const options = brotliOptions('bulk', plain.length);
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
 * Returns true if `segment` decompresses to `plain` as the first segment of a file. It then refers to nothing before
 * it, so that it can stand at any place in a file. The encoder has compressed it for a place after a preamble, and may
 * have used references that depend on this place: to bytes before the segment, to one of the last distances used there
 * (RFC 7932 section 4), or to a word of the dictionary, whose distance depends on the place (section 8). In the first
 * segment of a file, such a reference means other bytes or is invalid.
 */
export function isIndependent(segment: Buffer, plain: Buffer): boolean {
  const file = Buffer.concat([beginning, segment, end]);
  // All in one chunk: by default, zlib collects chunks of 16 kB and then copies them.
  const chunkSize = Math.max(plain.length + 1, 1024);
  try {
    return brotliDecompressSync(file, { chunkSize }).equals(plain);
  } catch {
    // Such as for a reference to bytes that the file does not have.
    return false;
  }
}

/** Maximum number of bytes in a meta-block that is not compressed. */
const storedBytes = 1 << 16;

/**
 * Returns a segment of a Brotli file with `plain` as it is, not compressed: for a few bytes, compressing takes much
 * longer and saves nothing.
 */
export function storeAsSegment(plain: Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let start = 0; start < plain.length; start += storedBytes) {
    const bytes = plain.subarray(start, start + storedBytes);
    // RFC 7932 section 9.2: not the last meta-block, length minus 1 in 16 bits, not compressed.
    const header = Buffer.alloc(3);
    header.writeUIntLE(((bytes.length - 1) << 3) | (1 << 19), 0, 3);
    blocks.push(header, bytes);
  }
  return Buffer.concat(blocks);
}

/** Brotli files whose segments can be put together in any order. */
export const brotliFormat: SegmentFormat<Compressed> = {
  beginning,
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

/** Approximate number of bytes in the preamble. */
const preambleBytes = 1 << 15;

/**
 * Text before a segment that makes the compressed segment independent of the data before it. It has only bytes that do
 * not occur in UTF-8, so that no part of the segment is a copy of it, and
 *
 * - hundreds of irregular bytes: because none of them is in a word of Brotli's dictionary, the encoder no longer looks
 *   for words there;
 * - at its end, four copies, each over another distance of about 32 kB. Brotli has short codes for the last four
 *   distances (RFC 7932 section 4); at the beginning of a segment, these are the distances of the four copies. A segment
 *   depends on them only if it repeats something over one of them before it has used four distances of its own. This
 *   does not happen in lists and exports; `compressToSegment` would then store the text without compression. A preamble
 *   of 1 MB would make it even rarer, but takes 2 ms to compress.
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
  const gap = Buffer.alloc(preambleBytes - 1024, 0xff);
  return Buffer.concat([...before, gap, ...after, irregular(8)]);
}
