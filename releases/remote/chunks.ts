/**
 * Cuts files into chunks (consecutive parts of a file), so that only changed chunks are
 * transferred. The content determines where a chunk ends: bytes that are inserted into a file
 * change one or two chunks, and not all later ones.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { wrapFileSystemErrors } from '../../build/output/release-error.ts';
import type { Stamp } from '../../build/output/stamps.ts';
import { RemoteError } from './remote-error.ts';

/**
 * Consecutive bytes of a file on this machine. `start` is the offset of the first byte, `end` the offset after the last
 * byte.
 */
export interface FileRange {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Minimum and maximum length of a chunk in bytes; the average is 80 kB. */
const [shortest, longest] = [1 << 14, 1 << 18];

/**
 * Value of a byte → the number that it adds to the rolling hash, the hash of the last 32 bytes that decides where a
 * chunk ends. The number is 32 bits of the byte's SHA-256, the same on every machine.
 */
const rollingHashTable = Uint32Array.from({ length: 256 }, (_, byte) =>
  createHash('sha256').update(Uint8Array.of(byte)).digest().readUInt32LE(),
);

/**
 * Returns the size in bytes and the SHA-256 (hexadecimal) of each chunk of a file, in order; an empty list for an empty
 * file. A chunk ends where a hash of its last 32 bytes begins with 16 zero bits; it has at least 16 KiB (except the
 * last one) and at most 256 KiB. Rejects with file-system errors.
 */
export async function cutIntoChunks(path: string): Promise<readonly Stamp[]> {
  const chunks: Stamp[] = [];
  let [hash, size, rolling] = [createHash('sha256'), 0, 0];
  const finish = () => {
    chunks.push([size, hash.digest('hex')]);
    [hash, size, rolling] = [createHash('sha256'), 0, 0];
  };
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      // Shifted by one bit for each byte: after 32 bytes, a byte has no effect.
      rolling = (rolling << 1) + (rollingHashTable[bytes[at] as number] as number);
      size += 1;
      if (size < shortest || (rolling >>> 16 !== 0 && size < longest)) continue;
      hash.update(bytes.subarray(start, at + 1));
      start = at + 1;
      finish();
    }
    hash.update(bytes.subarray(start));
  }
  if (size > 0) finish();
  return chunks;
}

/**
 * Cuts a file into chunks, and returns SHA-256 of each chunk (hexadecimal) → the bytes of the file that form this
 * chunk. Rejects with file-system errors.
 */
export async function findChunks(path: string): Promise<ReadonlyMap<string, FileRange>> {
  const found = new Map<string, FileRange>();
  let start = 0;
  for (const [size, hash] of await cutIntoChunks(path)) {
    found.set(hash, { path, start, end: start + size });
    start += size;
  }
  return found;
}

/**
 * Writes the given ranges, one after the other, to the file `path`; creates the folder of the file, and overwrites an
 * existing file. Throws `RemoteError` if the SHA-256 of the result is not `expected` (hexadecimal), and `ReleaseError`
 * for file-system errors.
 */
export async function joinChunks(
  path: string,
  ranges: readonly FileRange[],
  expected: string,
): Promise<void> {
  const hash = createHash('sha256');
  const read = async function* () {
    for (const range of ranges) {
      for await (const bytes of readRange(range) as AsyncIterable<Buffer>) {
        hash.update(bytes);
        yield bytes;
      }
    }
  };
  await wrapFileSystemErrors(`cannot write ${path}`, async () => {
    await mkdir(dirname(path), { recursive: true });
    await pipeline(read, createWriteStream(path));
  });
  if (hash.digest('hex') === expected) return;
  throw new RemoteError(`${path} is not made of its chunks; push again with --repair`);
}

/**
 * Copies a range, which must not be empty, to the file `path`; overwrites an existing file. Rejects with file-system
 * errors.
 */
export function copyRange(range: FileRange, path: string): Promise<void> {
  return pipeline(readRange(range), createWriteStream(path));
}

function readRange({ path, start, end }: FileRange): Readable {
  return createReadStream(path, { start, end: end - 1 });
}
