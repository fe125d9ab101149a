/** What identifies a release and its files: hashes of bytes, and modification times made from them. */
import { createHash } from 'node:crypto';
import type { FileEntry } from '../../contract/release.ts';
import type { Files } from './documents.ts';

/** SHA-256 in hex. */
export function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The short form of a hash that names releases and revisions: 64 bits in hex. */
export function shortHash(bytes: Buffer | string): string {
  return sha256(bytes).slice(0, 16);
}

/** The id of a release: a hash over the path and bytes of every file before encoding. */
export function releaseIdOf(files: Files): string {
  const lines = [...files].map(([path, bytes]) => `${path} ${sha256(bytes)}\n`);
  return shortHash(lines.sort().join(''));
}

/** Describes a file for the manifest. */
export function fileEntryOf(bytes: Buffer): FileEntry {
  const hash = sha256(bytes);
  return { size: bytes.length, sha256: hash, mtime: mtimeOf(hash) };
}

/**
 * The modification time of a file, in seconds: 31 bits of its own hash, so that nginx's entity tag
 * (time and length) follows the bytes; every file system holds 31 bits (decision 12).
 */
function mtimeOf(hash: string): number {
  return Number.parseInt(hash.slice(0, 8), 16) >>> 1;
}
