/** Encode: public files in, the same files with their gzip and Brotli forms beside them out. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { codingSuffix } from '../../contract/representation.ts';
import type { Files } from './documents.ts';
import { sha256 } from './manifest.ts';

const compressible = /\.(json|html|svg|css|txt)$/;
const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
/** zlib works in a pool of four threads; more at once would only hold memory. */
const parallel = 4;

/**
 * Adds `.gz` and `.br` for every file of text; pictures that are compressed already stay alone, and
 * so does what `private/` holds, which nobody downloads. Equal bytes are compressed once.
 */
export async function encodeFiles(files: Files): Promise<Files> {
  const encoded: Files = new Map(files);
  const byBytes = new Map<string, string[]>();
  for (const [path, bytes] of files) {
    if (!compressible.test(path) || path.startsWith('private/')) continue;
    const hash = sha256(bytes);
    byBytes.set(hash, [...(byBytes.get(hash) ?? []), path]);
  }
  const waiting = [...byBytes.values()];
  const work = async () => {
    for (let paths = waiting.pop(); paths !== undefined; paths = waiting.pop()) {
      const [first] = paths as [string];
      const bytes = files.get(first) as Buffer;
      const gzipped = await toGzip(bytes);
      const brotli = await toBrotli(bytes, brotliParametersOf(first));
      for (const path of paths) {
        encoded.set(path + codingSuffix.gzip, gzipped);
        encoded.set(path + codingSuffix.br, brotli);
      }
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

/** JSON is what clients fetch all day: the best there is. A page or picture is not worth 30 times the time. */
function brotliParametersOf(path: string): Record<number, number> {
  const isDocument = path.endsWith('.json');
  return {
    [constants.BROTLI_PARAM_QUALITY]: isDocument ? constants.BROTLI_MAX_QUALITY : 9,
    [constants.BROTLI_PARAM_LGWIN]: isDocument ? constants.BROTLI_DEFAULT_WINDOW : 16,
  };
}

async function toBrotli(bytes: Buffer, parameters: Record<number, number>): Promise<Buffer> {
  return compressBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      ...parameters,
    },
  });
}
