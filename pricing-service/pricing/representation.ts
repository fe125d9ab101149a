/**
 * Creates representations, and converts them to other codings. A representation is an answer in one content coding,
 * which is made once for all clients.
 */
import { createHash } from 'node:crypto';
import { Readable, type Transform, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { constants, createBrotliCompress, createGunzip, createGzip } from 'node:zlib';
import type { Coding } from '../../contract/representation.ts';

/** An answer in one content coding. */
export interface Representation {
  readonly coding: Coding;
  /** Headers that the answer has in every coding, such as its media type: alternating names and values. */
  readonly headers: readonly string[];
  /** Strong entity tag, with its quotes: a hash of the body. */
  readonly etag: string;
  /** Length of the body in bytes. */
  readonly length: number;
  /** The body; undefined for a decompressed body that is longer than `maxPlainBytes`, which only `open` returns. */
  readonly bytes: Buffer | undefined;
  /** Bytes that are kept in memory: the length of the body, or of the compressed body that `open` decompresses. */
  readonly heldBytes: number;
  /** Returns the body, or a stream that decompresses it for one client. */
  open(): Buffer | Readable;
}

/** Headers of JSON answers. The media type has no charset parameter (RFC 8259 section 11). */
const jsonHeaders = ['Content-Type', 'application/json'];

/** Maximum bytes of a decompressed body that is kept in memory; a longer one is decompressed again for each client. */
export const maxPlainBytes = 4 * 1024 * 1024;
/** Brotli quality, low enough to compress an answer in milliseconds, because a request waits for it. */
const brotliQuality = 5;
/** Bytes to hash in one turn of the event loop, which takes one or two milliseconds. */
const hashedPerTurn = 1024 * 1024;
const chunkSize = 64 * 1024;

/**
 * Creates a representation (an answer in one content coding). `bytes` is the body, already in `coding`; `headers`
 * alternates names and values. Computes the entity tag from the bytes.
 */
export async function toRepresentation(
  coding: Coding,
  bytes: Buffer,
  headers: readonly string[] = jsonHeaders,
): Promise<Representation> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += hashedPerTurn) {
    if (at > 0) await nextTurn();
    hash.update(bytes.subarray(at, at + hashedPerTurn));
  }
  return createRepresentation({ coding, headers }, bytes, hash.digest('base64url'));
}

/**
 * Decompresses gzip, passes the text through `rewrite` and returns the result as gzip. Works in chunks, each
 * in its own turn of the event loop; zlib runs in threads. Rejects if `rewrite` does, or if the input is not
 * gzip.
 */
export function rewriteGzip(
  compressed: Iterable<Buffer> | AsyncIterable<Buffer>,
  rewrite: (pieces: AsyncIterable<string>) => AsyncIterable<string>,
): Promise<Buffer> {
  const gunzip = createGunzip({ chunkSize }).setEncoding('utf8');
  return pipeline(compressed, gunzip, rewrite, createGzip({ chunkSize }), buffer);
}

/**
 * Converts a representation in gzip or identity to another coding, in chunks and with zlib's threads. A decompressed
 * body longer than `maxPlainBytes` is not kept in memory: `bytes` of the result is undefined, and `open` decompresses
 * the original again. Rejects with an `Error` if the original is Brotli.
 */
export async function transcode(original: Representation, coding: Coding): Promise<Representation> {
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  let length = 0;
  const collector = new Writable({
    write(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      length += chunk.length;
      if (coding === 'identity' && length > maxPlainBytes) chunks.length = 0;
      else chunks.push(chunk);
      done();
    },
  });
  await pipeline([
    toStream(original),
    ...decompressors(original.coding),
    ...compressors(coding),
    collector,
  ]);
  const digest = hash.digest('base64url');
  const { headers, heldBytes } = original;
  const document = { coding, headers };
  if (chunks.length > 0) return createRepresentation(document, Buffer.concat(chunks), digest);
  const open = () => decompress(original);
  return { ...document, etag: toTag(digest), length, bytes: undefined, heldBytes, open };
}

function createRepresentation(
  document: Pick<Representation, 'coding' | 'headers'>,
  made: Buffer,
  hash: string,
): Representation {
  const bytes = copySlice(made);
  const { length } = bytes;
  return { ...document, etag: toTag(hash), length, bytes, heldBytes: length, open: () => bytes };
}

/**
 * Returns a buffer with the same bytes and an `ArrayBuffer` of exactly that size: `bytes` itself or a copy. A slice
 * would keep its whole underlying buffer in memory, such as a pool or all data of a socket read.
 */
function copySlice(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

function toTag(hash: string): string {
  return `"${hash.slice(0, 22)}"`;
}

function toStream({ open }: Representation): Readable {
  const opened = open();
  return Buffer.isBuffer(opened) ? Readable.from([opened]) : opened;
}

function decompress(original: Representation): Readable {
  const [decompressor] = decompressors(original.coding);
  return decompressor === undefined ? toStream(original) : toStream(original).pipe(decompressor);
}

function decompressors(coding: Coding): Transform[] {
  if (coding === 'br') throw new Error('an answer can only be made from gzip or identity');
  return coding === 'gzip' ? [createGunzip({ chunkSize })] : [];
}

function compressors(coding: Coding): Transform[] {
  if (coding === 'identity') return [];
  if (coding === 'gzip') return [createGzip({ chunkSize })];
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  return [createBrotliCompress({ chunkSize, params })];
}
