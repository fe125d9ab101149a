/** Identifies files by size and hash, and derives their modification time from the hash. */
import { constants, copyFileSync, type Stats, statSync, utimesSync } from 'node:fs';
import { tryLink } from '../../console/hard-links.ts';
import type { FileEntry } from '../../contract/release.ts';
import { sha256 } from '../content/sha256.ts';
import { ReleaseError } from './release-error.ts';

/** Size in bytes and SHA-256 in hexadecimal of a file, which identify its bytes. */
export type Stamp = readonly [size: number, sha256: string];

/** Returns the size and SHA-256 of bytes. */
export function stampOf(bytes: Uint8Array): Stamp {
  return [bytes.length, sha256(bytes)];
}

/** Returns the entry of a file in the manifest. */
export function fileEntryOf([size, hash]: Stamp): FileEntry {
  return { size, sha256: hash, mtime: mtimeOf(hash) };
}

/**
 * Returns the modification time, in seconds since 1970, of a file with this SHA-256: the first 31 bits of the hash. nginx
 * makes the entity tag from time and length (decisions.md, "Entity tags follow the bytes").
 */
function mtimeOf(hash: string): number {
  return Number.parseInt(hash.slice(0, 8), 16) >>> 1;
}

/** Returns the state of a file that has this size and the time of this SHA-256; otherwise, or after an error, undefined. */
export function statStamped(path: string, [size, hash]: Stamp): Stats | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    const isSame = found?.size === size && Math.floor(found.mtimeMs / 1000) === mtimeOf(hash);
    return isSame ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Sets the time of a file to the one that follows from its SHA-256. */
export function setTime(path: string, [, hash]: Stamp): void {
  utimesSync(path, mtimeOf(hash), mtimeOf(hash));
}

/** Like `setTime`; also throws `ReleaseError` if the file system does not keep the time. */
export function stampTime(path: string, stamp: Stamp): void {
  setTime(path, stamp);
  if (statStamped(path, stamp)) return;
  throw new ReleaseError(
    `the file system of ${path} does not keep modification times; entity tags need them, use another folder for --out`,
  );
}

/**
 * Sets the time of a damaged file to now: the next build or pull, which compares only size and time, then writes it
 * again. Throws `ReleaseError` with the remedy if the time cannot be changed.
 */
export function markDamaged(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch (cause) {
    throw new ReleaseError(
      `${path} is damaged, and its modification time cannot be changed, so that no build or pull would write it again: ${(cause as Error).message}; run this command again as the owner of the file`,
      { cause },
    );
  }
}

/** Creates `to` as a hard link to `from` or, where the file system cannot link, as a copy. Throws file-system errors. */
export function linkOrCopy(from: string, to: string, stamp: Stamp): void {
  if (tryLink(from, to)) return;
  copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  setTime(to, stamp);
}
