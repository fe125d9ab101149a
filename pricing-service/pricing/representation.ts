/** An answer in one content coding: made once, then shared by everyone who gets it (decision 38). */
import { createHash } from 'node:crypto';
import { Readable, type Transform, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { constants, createBrotliCompress, createGunzip, createGzip } from 'node:zlib';
import type { Coding } from '../../contract/representation.ts';

export interface Representation {
  readonly coding: Coding;
  /** Headers that say what the document is, whatever its coding: names and values in turn. */
  readonly headers: readonly string[];
  /** Strong entity tag: a hash of the bytes. */
  readonly etag: string;
  /** In bytes, as it is sent. */
  readonly length: number;
  /** Undefined for one that is too long to be held. */
  readonly bytes: Buffer | undefined;
  /** What it keeps in memory, in bytes: its own, or those that it is unpacked from. */
  readonly heldBytes: number;
  /** The bytes, or a stream that makes them anew for one reader, at that reader's pace. */
  open(): Buffer | Readable;
}

/** Without a charset, which JSON does not have (RFC 8259 section 11). */
const jsonHeaders = ['Content-Type', 'application/json'];

/** A document without compression is held up to this length; beyond, each reader has it unpacked. */
export const maxPlainBytes = 4 * 1024 * 1024;
/** Made while a request waits: a quality that takes milliseconds, not the best there is. */
const brotliQuality = 5;
/** Hashed in one turn of the event loop, which takes a millisecond or two. */
const hashedAtOnce = 1024 * 1024;
const chunkSize = 64 * 1024;

/** A representation of bytes as they are. */
export async function toRepresentation(
  coding: Coding,
  bytes: Buffer,
  headers: readonly string[] = jsonHeaders,
): Promise<Representation> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += hashedAtOnce) {
    if (at > 0) await nextTurn();
    hash.update(bytes.subarray(at, at + hashedAtOnce));
  }
  return hold({ coding, headers }, bytes, hash.digest('base64url'));
}

/**
 * Makes the gzip bytes of another document from those of one, whose text `rewrite` gets and gives in pieces. Each
 * piece is a turn of the event loop; zlib's threads unpack and pack. Rejects as `rewrite` does, and if the bytes are
 * not gzip.
 */
export function rewritePacked(
  packed: Iterable<Buffer> | AsyncIterable<Buffer>,
  rewrite: (pieces: AsyncIterable<string>) => AsyncIterable<string>,
): Promise<Buffer> {
  const unpacker = createGunzip({ chunkSize }).setEncoding('utf8');
  return pipeline(packed, unpacker, rewrite, createGzip({ chunkSize }), buffer);
}

/**
 * The same document in another coding, from one in gzip or in none. zlib's threads do the work, in
 * chunks. What is too long without compression is measured and hashed, and not held.
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
    ...unpackers(original.coding),
    ...packers(coding),
    collector,
  ]);
  const digest = hash.digest('base64url');
  const { headers, heldBytes } = original;
  const document = { coding, headers };
  if (chunks.length > 0) return hold(document, Buffer.concat(chunks), digest);
  const open = () => unpack(original);
  return { ...document, etag: toTag(digest), length, bytes: undefined, heldBytes, open };
}

function hold(
  document: Pick<Representation, 'coding' | 'headers'>,
  made: Buffer,
  hash: string,
): Representation {
  const bytes = withoutRest(made);
  const { length } = bytes;
  return { ...document, etag: toTag(hash), length, bytes, heldBytes: length, open: () => bytes };
}

/** A slice would keep all that it was cut from: what else was read from a socket with it, or a pool. */
function withoutRest(bytes: Buffer): Buffer {
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

function unpack(original: Representation): Readable {
  const [unpacker] = unpackers(original.coding);
  return unpacker === undefined ? toStream(original) : toStream(original).pipe(unpacker);
}

function unpackers(coding: Coding): Transform[] {
  if (coding === 'br') throw new Error('an answer is made from gzip or from the document itself');
  return coding === 'gzip' ? [createGunzip({ chunkSize })] : [];
}

function packers(coding: Coding): Transform[] {
  if (coding === 'identity') return [];
  if (coding === 'gzip') return [createGzip({ chunkSize })];
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  return [createBrotliCompress({ chunkSize, params })];
}
