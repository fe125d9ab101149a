/**
 * The layout of a remote (decisions.md, "Edges follow a signed pointer"). Every file except the
 * pointer is written once and never changed:
 *
 *     pointer                          sequence number, release and hash of its manifest, signed
 *     releases/<sequence>-<id>.json.gz the manifest of a pushed release
 *     files/<2 hex>/<SHA-256>          a file that belongs to a release but to no product, or to the history of a
 *                                      release; a long gzip or Brotli form of a public file is not stored whole, but
 *                                      as several chunks (parts of the file)
 *     objects/<2 hex>/<hash>/…         the files of one version of a product, with their record
 *
 * Plain files that have a Brotli form are omitted: a pull decompresses that form.
 */
import { objectPath, recordFile } from '../../build/output/object-records.ts';
import type { Stamp } from '../../build/output/stamps.ts';

/** Path on a remote of the pointer, which names the release to serve. */
export const pointerPath = 'pointer';

/** Path on a remote of the folder with the manifests of pushed releases. */
export const manifestsPath = 'releases';

/** Values of `Cache-Control` for remotes that serve HTTP: for files that never change, and for the pointer. */
export const cacheControls = {
  immutable: 'public, max-age=31536000, immutable',
  pointer: 'public, max-age=10',
} as const;

/** A file on a remote: its path, size and SHA-256. */
export interface RemoteFile {
  readonly path: string;
  readonly stamp: Stamp;
}

/** Returns the file name on a remote of the manifest of a push: `<sequence>-<release id>.json.gz`. */
export function manifestName(sequence: number, release: string): string {
  return `${sequence}-${release}.json.gz`;
}

/** A push (one upload of a release) whose manifest is on a remote. */
export interface RemotePush {
  /** File name of the manifest. */
  readonly name: string;
  readonly sequence: number;
  readonly release: string;
}

/**
 * Reads the sequence number and the release id of a push from the file name of its manifest. Returns undefined if
 * `name` is not the name of a manifest.
 */
export function parseManifestName(name: string): RemotePush | undefined {
  const [, digits, release] = /^([1-9]\d{0,14})-([0-9a-f]{16})\.json\.gz$/.exec(name) ?? [];
  return release === undefined ? undefined : { name, sequence: Number(digits), release };
}

/**
 * Returns the path on a remote of the record of an object (one version of a product), which lists the object's files.
 */
export function recordPath(object: string): string {
  return `${objectPath(object)}/${recordFile}`;
}

/**
 * Returns the files that a remote stores for an object (one version of a product), each with its path on the remote;
 * leaves out the object's record. Reads nothing: `files` is path in the object → size and SHA-256, from the record.
 * Omits plain files that have a Brotli form; of files with equal content, returns only one.
 */
export function filesOfObject(object: string, files: Readonly<Record<string, Stamp>>) {
  return transferred(files).map(
    ([path, stamp]): RemoteFile => ({ path: `${objectPath(object)}/${path}`, stamp }),
  );
}

/**
 * SHA-256 of a file → size and SHA-256 of each of its chunks (consecutive parts), for files that a remote has in
 * several chunks.
 */
export type Chunks = Readonly<Record<string, readonly Stamp[]>>;

/** A file on a remote whose bytes are a whole file of a release, or a chunk (a part) of a long one. */
export interface ReleaseFile extends RemoteFile {
  /** Path in the release of the whole file. */
  readonly from: string;
  /** Byte offset of the chunk in the whole file; undefined if this is the whole file. */
  readonly start: number | undefined;
}

/**
 * Returns the files that a push or pull transfers for `files`: path → size and SHA-256 of the files of a release that
 * belong to no product, or of the files of its history. Each result is a whole file with its path on the remote; only
 * `chunked` replaces long files by their chunks. Omits plain files that have a Brotli form; of files with equal
 * content, returns only one.
 */
export function filesOfRelease(files: Readonly<Record<string, Stamp>>): ReleaseFile[] {
  return transferred(files).map(([from, stamp]) => releaseFile(from, stamp));
}

/**
 * Returns a copy of `files` in which each file that the remote has in chunks is replaced by its chunks. Of entries with
 * equal content, only the first stays.
 */
export function chunked(files: readonly ReleaseFile[], chunks: Chunks = {}): ReleaseFile[] {
  const paths = new Set<string>();
  const all = files.flatMap((file) => chunksOfFile(file, chunks) ?? [file]);
  return all.filter(({ path }) => paths.size < paths.add(path).size);
}

/** Returns the chunks of a file in their order, or undefined if the remote has the file in one piece. */
export function chunksOfFile(
  { from, stamp: [, hash] }: ReleaseFile,
  chunks: Chunks = {},
): ReleaseFile[] | undefined {
  let start = 0;
  return chunks[hash]?.map((stamp) => {
    const chunk = releaseFile(from, stamp, start);
    start += stamp[0];
    return chunk;
  });
}

function releaseFile(from: string, stamp: Stamp, start?: number): ReleaseFile {
  const [, hash] = stamp;
  return { path: `files/${hash.slice(0, 2)}/${hash}`, stamp, from, start };
}

/**
 * Returns the entries of `files` to transfer: only one of those with equal content, and no plain file that has a Brotli
 * form, because a pull decompresses that form.
 */
function transferred(files: Readonly<Record<string, Stamp>>): [path: string, stamp: Stamp][] {
  const hashes = new Set<string>();
  return Object.entries(files).filter(([path, [, hash]]) => {
    if (Object.hasOwn(files, `${path}.br`) || hashes.has(hash)) return false;
    hashes.add(hash);
    return true;
  });
}
