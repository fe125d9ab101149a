/** Encode: bytes in, their gzip and Brotli forms out; how hard it tries follows from path and size. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGunzip,
  createGzip,
  gzip,
  gzipSync,
  type ZlibOptions,
} from 'node:zlib';
import { publicFiles } from '../../contract/release.ts';
import { codingSuffix } from '../../contract/representation.ts';
import { allOf } from './all-of.ts';
import { type Stamp, stampOf } from './stamps.ts';

const { BROTLI_PARAM_MODE, BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } =
  constants;

/**
 * How hard a file is compressed (decision 22): `hot` for the lists, which everybody fetches, `document` for
 * other JSON, `page` for HTML, what stands beside it and pictures, `bulk` for what is too long for more.
 */
export const efforts = {
  hot: { gzip: 9, brotli: 11, window: constants.BROTLI_DEFAULT_WINDOW },
  document: { gzip: 9, brotli: 10, window: constants.BROTLI_DEFAULT_WINDOW },
  page: { gzip: 9, brotli: 9, window: 16 },
  bulk: { gzip: 6, brotli: 5, window: constants.BROTLI_DEFAULT_WINDOW },
} as const;
export type Effort = keyof typeof efforts;

/** `full` for releases; `none` for `npm run dev`, where time counts and bytes do not: plain files only. */
export type Encoding = 'full' | 'none';

/** A document from here on is compressed as `bulk`: 1 MB takes two seconds as `hot`. */
const bulkBytes = 1_000_000;

/**
 * Names what encoded bytes follow from besides a file's own: the settings above and the libraries that
 * come with Node.js.
 */
export function encodingVersion(encoding: Encoding): string {
  const { zlib, brotli } = process.versions;
  return JSON.stringify([encoding, efforts, zlib, brotli]);
}

/** Endings of a file's forms, in the order in which they are kept: as it is, gzip, Brotli. */
export const formSuffixes = [codingSuffix.identity, codingSuffix.gzip, codingSuffix.br] as const;

/** Which of the forms a path names: 0 plain, 1 gzip, 2 Brotli. */
export function codingOf(path: string): 0 | 1 | 2 {
  if (path.endsWith(formSuffixes[1])) return 1;
  return path.endsWith(formSuffixes[2]) ? 2 : 0;
}

/** Servers add the state of the listing to it (decision 40): nobody gets the file itself. */
const healthPath = `public/${publicFiles.health}`;

/**
 * The effort for a file of a release, or undefined for one that stands alone: pictures that are
 * compressed already, health, and what `private/` holds, which nobody downloads.
 */
export function effortOf(
  path: string,
  size: number,
  encoding: Encoding = 'full',
): Effort | undefined {
  if (encoding === 'none' || path.startsWith('private/') || path === healthPath) return undefined;
  const isPage = /\.(html|svg|css|js|md|txt|atom)$/i.test(path);
  if (!isPage && !path.endsWith('.json')) return undefined;
  if (size >= bulkBytes) return 'bulk';
  if (isPage) return 'page';
  return /^public\/v1\/products\/[^/]+$/.test(path) ? 'hot' : 'document';
}

/** The gzip and Brotli forms of some bytes; the same on every machine. For threads, which have nothing else to do. */
export function encodeSync(bytes: Uint8Array, effort: Effort): [gzip: Buffer, brotli: Buffer] {
  const gzipped = gzipSync(bytes, gzipOptions(effort));
  return [markSystem(gzipped), brotliCompressSync(bytes, brotliOptions(effort, bytes.length))];
}

/** The same, on the threads that Node.js has for compression. */
export async function encode(
  bytes: Uint8Array,
  effort: Effort,
): Promise<[gzip: Buffer, brotli: Buffer]> {
  const [gzipped, brotli] = await Promise.all([
    gzipAsync(bytes, gzipOptions(effort)),
    brotliAsync(bytes, brotliOptions(effort, bytes.length)),
  ]);
  return [markSystem(gzipped), brotli];
}

const gzipAsync = promisify<Uint8Array, ZlibOptions, Buffer>(gzip);
const brotliAsync = promisify<Uint8Array, BrotliOptions, Buffer>(brotliCompress);

/** RFC 1952 section 2.3: byte 9 names the operating system; "unknown" is the same on all of them. */
function markSystem(gzipped: Buffer): Buffer {
  gzipped[9] = 255;
  return gzipped;
}

function gzipOptions(effort: Effort): ZlibOptions {
  return { level: efforts[effort].gzip };
}

function brotliOptions(effort: Effort, size: number): BrotliOptions {
  const { brotli, window } = efforts[effort];
  return {
    params: {
      [BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [BROTLI_PARAM_SIZE_HINT]: size,
      [BROTLI_PARAM_QUALITY]: brotli,
      [BROTLI_PARAM_LGWIN]: window,
    },
  };
}

/** Level of gzip for a part of an export; the plain files of `npm run dev` are compressed because nothing else is kept. */
export const exportLevels: Readonly<Record<Encoding, number>> = {
  full: efforts.bulk.gzip,
  none: 1,
};

/**
 * Plain bytes from which on an export has no Brotli form: it has to be made anew at every edit, and takes a second for
 * 100 MB (decision 62).
 */
export const longestBrotliExport = 16_000_000;

/** Writes the Brotli form of a file beside its gzip form, from that; returns the stamp. `size` is that of the plain bytes. */
export function encodeFromGzip(path: string, size: number): Promise<Stamp> {
  const effort = size >= bulkBytes ? 'bulk' : 'document';
  const encoder = createBrotliCompress(brotliOptions(effort, size));
  const [, gzipSuffix, brotliSuffix] = formSuffixes;
  return stream(
    path + gzipSuffix,
    [createGunzip({ chunkSize: chunkBytes }), encoder],
    path + brotliSuffix,
  );
}

/** Always the same, so that a stream is cut in the same places everywhere. */
const chunkBytes = 256 * 1024;

/** Writes the gzip and Brotli forms of a file that may be too long to hold in memory beside it; returns their stamps. */
export async function encodeLongFile(
  path: string,
  [size]: Stamp,
  effort: Effort,
): Promise<[gzip: Stamp, brotli: Stamp]> {
  if (effort !== 'bulk') {
    const forms = await encode(await readFile(path), effort);
    forms.forEach((bytes, at) => {
      writeFileSync(path + formSuffixes[at + 1], bytes, { flag: 'wx' });
    });
    return [stampOf(forms[0]), stampOf(forms[1])];
  }
  return allOf([
    stream(path, [createGzip(gzipOptions(effort))], path + formSuffixes[1], markSystem),
    stream(path, [createBrotliCompress(brotliOptions(effort, size))], path + formSuffixes[2]),
  ]);
}

async function stream(
  from: string,
  coders: readonly Transform[],
  to: string,
  mark?: (head: Buffer) => Buffer,
): Promise<Stamp> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // gzip writes its whole header of ten bytes with the first chunk.
      const bytes = size === 0 && mark ? mark(chunk) : chunk;
      size += bytes.length;
      hash.update(bytes);
      done(null, bytes);
    },
  });
  const source = createReadStream(from, { highWaterMark: chunkBytes });
  await pipeline([source, ...coders, measure, createWriteStream(to, { flags: 'wx' })]);
  return [size, hash.digest('hex')];
}
