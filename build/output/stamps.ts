/** What identifies a file: size, hash, and the modification time that is made from the hash. */
import { createHash } from 'node:crypto';
import { constants, copyFileSync, linkSync, statSync, utimesSync } from 'node:fs';
import type { FileEntry } from '../../contract/release.ts';
import { ReleaseError } from './release-error.ts';

/** Size and SHA-256 of a file: what identifies its bytes. */
export type Stamp = readonly [size: number, sha256: string];

/** SHA-256 in hex. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The short form of a hash that names releases and revisions: 64 bits in hex. */
export function shortHash(bytes: Uint8Array | string): string {
  return sha256(bytes).slice(0, 16);
}

/** The stamp of some bytes. */
export function stampOf(bytes: Uint8Array): Stamp {
  return [bytes.length, sha256(bytes)];
}

/** Describes a file for the manifest. */
export function fileEntryOf([size, hash]: Stamp): FileEntry {
  return { size, sha256: hash, mtime: mtimeOf(hash) };
}

/**
 * The modification time of a file, in seconds: 31 bits of its own hash, so that nginx's entity tag
 * (time and length) follows the bytes; every file system holds 31 bits (decision 12).
 */
export function mtimeOf(hash: string): number {
  return Number.parseInt(hash.slice(0, 8), 16) >>> 1;
}

/** Whether the file at a path, or behind a link there, has the size and time of its stamp. */
export function hasStamp(path: string, [size, hash]: Stamp): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.size === size && Math.floor(found.mtimeMs / 1000) === mtimeOf(hash);
}

/** Sets the time made from the hash. Throws `ReleaseError` when the file system does not keep it. */
export function stampTime(path: string, [, hash]: Stamp): void {
  const mtime = mtimeOf(hash);
  utimesSync(path, mtime, mtime);
  const kept = Math.floor(statSync(path).mtimeMs / 1000);
  if (kept === mtime) return;
  throw new ReleaseError(
    `the file system of ${path} does not keep modification times (${mtime} became ${kept}); entity tags need them, use another folder for --out`,
  );
}

/** Reasons for which a copy is made: another device, no links there, too many. */
const linkless = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Gives a file with that stamp another name, at a free path. Throws what the file system says. */
export function linkOrCopy(from: string, to: string, [, hash]: Stamp): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!linkless.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    utimesSync(to, mtimeOf(hash), mtimeOf(hash));
  }
}
