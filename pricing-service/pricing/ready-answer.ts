/** An answer made once: its bytes in every content coding, each with its own entity tag. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Coding } from '../../contract/representation.ts';

export interface Representation {
  readonly bytes: Buffer;
  /** Strong entity tag: a hash of these bytes. */
  readonly etag: string;
}

export type ReadyAnswer = Readonly<Record<Coding, Representation>>;

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
/** Made while a request waits: a quality that takes milliseconds, not the best there is. */
const brotliQuality = 5;

/** Serializes and compresses a document. */
export async function createReadyAnswer(document: unknown): Promise<ReadyAnswer> {
  const identity = Buffer.from(JSON.stringify(document));
  const [gzipped, brotli] = await Promise.all([
    compressGzip(identity),
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  ]);
  return {
    identity: toRepresentation(identity),
    gzip: toRepresentation(gzipped),
    br: toRepresentation(brotli),
  };
}

/** The memory an answer takes, in bytes. */
export function sizeOf(answer: ReadyAnswer): number {
  return Object.values(answer).reduce((sum, { bytes }) => sum + bytes.length, 0);
}

function toRepresentation(bytes: Buffer): Representation {
  const hash = createHash('sha256').update(bytes).digest('base64url');
  return { bytes, etag: `"${hash.slice(0, 22)}"` };
}
