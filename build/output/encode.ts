/** Compresses files with gzip and Brotli; the effort depends on path and size. */
import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  type ZlibOptions,
} from 'node:zlib';
import { publicFiles } from '../../contract/release.ts';
import { codingSuffix } from '../../contract/representation.ts';

/**
 * Compression effort → levels of gzip and Brotli, and the binary logarithm of Brotli's window. `hot` is for the product
 * lists, which all clients fetch, `page` for text files of pages, `bulk` for long files, `document` for other JSON.
 */
export const efforts = {
  hot: { gzip: 9, brotli: 10, window: constants.BROTLI_DEFAULT_WINDOW },
  document: { gzip: 9, brotli: 5, window: constants.BROTLI_DEFAULT_WINDOW },
  page: { gzip: 9, brotli: 5, window: 16 },
  bulk: { gzip: 6, brotli: 5, window: 20 },
} as const;
type Effort = keyof typeof efforts;

/** How a release is compressed: `full` with gzip and Brotli; `none`, for `npm run dev`, not at all, and without exports. */
export type Encoding = 'full' | 'none';

/** Files of this many bytes or more have the effort `bulk`, because compressing 1 MB as `hot` takes two seconds. */
const bulkBytes = 1_000_000;

/** Files of more bytes than this have no Brotli form: compressing one takes long, and clients fetch it rarely. */
export const brotliBytes = 10_000_000;

/** Returns a text that is the same for builds that compress equal files to equal bytes. */
export function encodingVersion(encoding: Encoding): string {
  const { zlib, brotli } = process.versions;
  return JSON.stringify([encoding, efforts, zlib, brotli]);
}

/** File name suffixes of the forms in which a file is stored, in this order: plain (no suffix), gzip, Brotli. */
export const formSuffixes = [codingSuffix.identity, codingSuffix.gzip, codingSuffix.br] as const;

/** Returns the form of a stored file from the suffix of its path, as an index of `formSuffixes`. */
export function codingOf(path: string): 0 | 1 | 2 {
  return path.endsWith(formSuffixes[1]) ? 1 : path.endsWith(formSuffixes[2]) ? 2 : 0;
}

/**
 * Returns the compression effort for a file, from its path within the release and its size in plain bytes; undefined for
 * one that is not compressed: pictures, and files in `private/` except price lists, which the pricing service sends.
 */
export function effortOf(path: string, size: number, encoding: Encoding): Effort | undefined {
  if (encoding === 'none') return undefined;
  // Servers add the age of the sync listing in each answer.
  if (path === `public/${publicFiles.health}`) return undefined;
  if (path.startsWith('private/') && !path.startsWith('private/pricing/')) return undefined;
  const isPage = /\.(html|svg|css|js|md|txt|xml|mts|py|php|sh)$/i.test(path);
  if (!isPage && !path.endsWith('.json')) return undefined;
  if (size >= bulkBytes) return 'bulk';
  if (isPage) return 'page';
  return /^public\/v1\/products\/[^/]+$/.test(path) ? 'hot' : 'document';
}

/**
 * Returns the gzip and Brotli forms of a file on the calling thread; none if it is not compressed. The bytes are the same
 * on every machine.
 */
export function encodeSync(path: string, bytes: Uint8Array, encoding: Encoding): Buffer[] {
  const effort = effortOf(path, bytes.length, encoding);
  if (effort === undefined) return [];
  const gzipped = gzipSync(bytes, gzipOptions(effort, bytes));
  return [markSystem(gzipped), brotliCompressSync(bytes, brotliOptions(effort, bytes))];
}

/** Like `encodeSync`, on the threads of Node.js; a file of more than 10 MB gets only the gzip form. */
export async function encode(
  path: string,
  bytes: Uint8Array,
  encoding: Encoding,
): Promise<Buffer[]> {
  const effort = effortOf(path, bytes.length, encoding);
  if (effort === undefined) return [];
  const [gzipped, ...brotli] = await Promise.all([
    gzipAsync(bytes, gzipOptions(effort, bytes)),
    ...(bytes.length > brotliBytes ? [] : [compressBrotli(bytes, effort)]),
  ]);
  return [markSystem(gzipped), ...brotli];
}

/** Returns the Brotli form of a file. */
export function compressBrotli(bytes: Uint8Array, effort: Effort): Promise<Buffer> {
  return brotliAsync(bytes, brotliOptions(effort, bytes));
}

const gzipAsync = promisify<Uint8Array, ZlibOptions, Buffer>(gzip);
const brotliAsync = promisify<Uint8Array, BrotliOptions, Buffer>(brotliCompress);

/** Sets the operating system in a gzip header (byte 9, RFC 1952 section 2.3) to "unknown", the same on every machine. */
function markSystem(gzipped: Buffer): Buffer {
  gzipped[9] = 255;
  return gzipped;
}

function gzipOptions(effort: Effort, { length }: Uint8Array): ZlibOptions {
  // A large part of the result: after each chunk, the thread waits for this thread, which may be busy.
  const chunkSize = Math.min(Math.max(length >> 3, 16 << 10), 4 << 20);
  return { level: efforts[effort].gzip, chunkSize };
}

function brotliOptions(effort: Effort, bytes: Uint8Array): BrotliOptions {
  return {
    chunkSize: gzipOptions(effort, bytes).chunkSize,
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_QUALITY]: efforts[effort].brotli,
      [constants.BROTLI_PARAM_LGWIN]: efforts[effort].window,
    },
  };
}
