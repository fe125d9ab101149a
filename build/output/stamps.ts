/** Identifies files by size and hash, and derives their modification time from the hash. */
import { createHash } from 'node:crypto';
import { constants, copyFileSync, linkSync, statSync, utimesSync } from 'node:fs';
import type { FileEntry } from '../../contract/release.ts';
import { ReleaseError } from './release-error.ts';

/** Size and SHA-256 of a file, which identify its bytes. */
export type Stamp = readonly [size: number, sha256: string];

/** SHA-256 in hex. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns the first 64 bits of the SHA-256 in hex. Ids of releases and revisions have this form. */
export function shortHash(bytes: Uint8Array | string): string {
  return sha256(bytes).slice(0, 16);
}

/** Returns the stamp of bytes. */
export function stampOf(bytes: Uint8Array): Stamp {
  return [bytes.length, sha256(bytes)];
}

/** Describes a file for the manifest. */
export function fileEntryOf([size, hash]: Stamp): FileEntry {
  return { size, sha256: hash, mtime: mtimeOf(hash) };
}

/**
 * Returns the modification time of a file, in seconds: 31 bits of its hash, so that nginx's entity tag (time
 * and length) depends on the bytes; every file system stores 31 bits (decision 12).
 */
export function mtimeOf(hash: string): number {
  return Number.parseInt(hash.slice(0, 8), 16) >>> 1;
}

/**
 * Returns true if the file at a path, or at the target of a link, has the size and time of its stamp.
 */
export function hasStamp(path: string, [size, hash]: Stamp): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.size === size && Math.floor(found.mtimeMs / 1000) === mtimeOf(hash);
}

/**
 * Sets the time that is derived from the hash. Throws `ReleaseError` if the file system does not keep it.
 */
export function stampTime(path: string, [, hash]: Stamp): void {
  const mtime = mtimeOf(hash);
  utimesSync(path, mtime, mtime);
  const kept = Math.floor(statSync(path).mtimeMs / 1000);
  if (kept === mtime) return;
  throw new ReleaseError(
    `the file system of ${path} does not keep modification times (${mtime} became ${kept}); entity tags need them, use another folder for --out`,
  );
}

/**
 * Errors after which a file is copied instead of linked: another device, no support for links, too many
 * links.
 */
const linkless = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Links or copies a file with that stamp to an unused path. Throws file-system errors. */
export function linkOrCopy(from: string, to: string, [, hash]: Stamp): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!linkless.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    utimesSync(to, mtimeOf(hash), mtimeOf(hash));
  }
}
