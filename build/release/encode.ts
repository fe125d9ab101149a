/** Encode: files in, the same files with their gzip and Brotli forms beside them out. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { codingSuffix } from '../../contract/representation.ts';
import type { Files } from './documents.ts';

const compressible = /\.(json|html|svg|css|txt)$/;
const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
/** zlib works in a pool of four threads; more at once would only hold memory. */
const parallel = 4;

/** Adds `.gz` and `.br` for every file of text; pictures that are compressed already stay alone. */
export async function encodeFiles(files: Files): Promise<Files> {
  const encoded: Files = new Map(files);
  const waiting = [...files].filter(([path]) => compressible.test(path));
  const work = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [path, bytes] = next;
      encoded.set(path + codingSuffix.gzip, await toGzip(bytes));
      encoded.set(path + codingSuffix.br, await toBrotli(bytes));
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return encoded;
}

async function toGzip(bytes: Buffer): Promise<Buffer> {
  const zipped = await compressGzip(bytes, { level: constants.Z_BEST_COMPRESSION });
  // RFC 1952 section 2.3: byte 9 names the operating system; "unknown" is the same on all of them.
  zipped[9] = 255;
  return zipped;
}

async function toBrotli(bytes: Buffer): Promise<Buffer> {
  return compressBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
