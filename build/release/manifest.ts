/** What identifies a release and its files: hashes of bytes, and modification times made from them. */
import { createHash } from 'node:crypto';
import type { FileEntry, Manifest } from '../../contract/release.ts';
import { compare } from '../compare.ts';

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

/** The id of a release: a hash over the path and hash of every file before encoding, in any order. */
export function releaseIdOf(files: Iterable<readonly [path: string, sha256: string]>): string {
  const lines = Array.from(files, ([path, hash]) => `${path} ${hash}\n`);
  return shortHash(lines.sort().join(''));
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

/** Characters at which a piece of the manifest is long enough to be written. */
const pieceLength = 1 << 16;

/**
 * The text of `manifest.json` in pieces, files sorted by path: with a million of them it is too long for
 * one string to be cheap.
 */
export function* manifestText({ files, ...facts }: Manifest): Generator<string> {
  yield `${JSON.stringify(facts).slice(0, -1)},"files":{`;
  let text = '';
  for (const path of Object.keys(files).sort(compare)) {
    if (text.length >= pieceLength) {
      yield text;
      text = '';
    }
    text += `${JSON.stringify(path)}:${JSON.stringify(files[path])},`;
  }
  yield `${text.slice(0, -1)}}}`;
}
