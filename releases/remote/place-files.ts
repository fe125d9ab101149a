/**
 * Links or copies fetched and verified files to their final paths, with the modification times from which
 * ETags are made.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { linkOrCopy, type Stamp, stampTime } from '../../build/output/stamps.ts';
import { RemoteError } from './remote-error.ts';

/**
 * Writes `files` (path → size and SHA-256) to a folder that contains none of them, with the modification times that
 * follow from their SHA-256. Takes each file from the first of these sources that exists:
 * - a file with the same SHA-256 that this call has written before;
 * - the file on this machine whose path `pathOf` returns for the SHA-256; it returns undefined if there is no such
 *   file;
 * - the Brotli form of the file, which is decompressed: the entry `<path>.br` of `files`, for whose SHA-256 `pathOf`
 *   must return a path.
 * From the first two, the file becomes a hard link, or a copy if the file system cannot link. Throws `RemoteError` if a
 * Brotli form cannot be decompressed or does not match its plain file, and file-system errors.
 */
export async function placeFiles(
  folder: string,
  files: Readonly<Record<string, Stamp>>,
  pathOf: (sha256: string) => string | undefined,
): Promise<void> {
  const placed = new Map<string, string>();
  for (const path in files) {
    const stamp = files[path] as Stamp;
    const [, hash] = stamp;
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    const source = placed.get(hash) ?? pathOf(hash);
    if (source !== undefined) linkOrCopy(source, target, stamp);
    else await decompress(pathOf(files[`${path}.br`]?.[1] ?? ''), target, stamp);
    stampTime(target, stamp);
    placed.set(hash, target);
  }
}

/**
 * Decompresses the Brotli file `source` to `target`. Throws `RemoteError` if that fails or the SHA-256 of the
 * result differs from `expected`; throws file-system errors, and an `Error` if `source` is undefined, which is a
 * bug.
 */
async function decompress(
  source: string | undefined,
  target: string,
  [, expected]: Stamp,
): Promise<void> {
  if (source === undefined) throw new Error(`${target} has no source`);
  const hash = createHash('sha256');
  const measured = new PassThrough().on('data', (chunk: Buffer) => hash.update(chunk));
  const output = createWriteStream(target, { flags: 'wx' });
  try {
    await pipeline(createReadStream(source), createBrotliDecompress(), measured, output);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    throw new RemoteError(`${source} cannot be decompressed; push again from a fresh build`, {
      cause: error,
    });
  }
  if (hash.digest('hex') === expected) return;
  throw new RemoteError(
    `${source} is not the Brotli form of its plain file; push again from a fresh build`,
  );
}
