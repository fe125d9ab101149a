/**
 * Finds and hashes product files. A build compares the hash of each product file with that of the last build. If the
 * catalogue is large, another thread computes the hashes while the main thread opens the content, and reads only the
 * files whose state has changed since the last build.
 */
import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';
import { runInThread, threadedItems } from './run-in-thread.ts';
import { sha256 } from './sha256.ts';

const productsFolder = 'products';

/** Returns true if `path`, relative to the content folder, is that of a product file. */
export function isProductFile(path: string): boolean {
  return /^products\/[^/]+\.json$/.test(path);
}

/** What `hashInThread` returns. */
export interface HashedFiles {
  /** Path of a product file within the content folder → SHA-256 in hexadecimal. */
  readonly hashes: ReadonlyMap<string, string>;
  /** The new text of the record with the states of the files; undefined if the record has this text already. */
  readonly record: string | undefined;
}

/**
 * Hashes the product files of the content folder `folder` in a thread. Does not read a file that has the same state
 * (inode, size and times) as in `record`, the path of a file to which the text `HashedFiles.record` of an earlier call
 * was written; it may be missing or damaged. `now` is the time of the call. Starts no thread and resolves to an empty
 * map if `products/` has fewer than `threadedItems` entries. Omits files that cannot be read; the build reports them
 * when it reads them. Rejects only for a bug.
 */
export async function hashInThread(
  folder: string,
  record: string,
  now = Date.now(),
): Promise<HashedFiles> {
  const names = productNames(folder);
  if (names.length < threadedItems) return { hashes: new Map(), record: undefined };
  const task: HashingTask = { folder, names, record, now };
  const hashed = await runInThread<ReturnType<typeof hashProductFiles>>(
    import.meta.url,
    hashProductFiles.name,
    task,
  );
  return { hashes: new Map(hashed.hashes), record: hashed.record };
}

function productNames(folder: string): string[] {
  try {
    return readdirSync(join(folder, productsFolder));
  } catch {
    // A missing folder is reported by `openContent`, at the same time.
    return [];
  }
}

interface HashingTask {
  readonly folder: string;
  readonly names: readonly string[];
  readonly record: string;
  readonly now: number;
}

/** Number of digits of a SHA-256 in hexadecimal, with which each line of the record begins. */
const hashDigits = 64;

/**
 * Age in milliseconds from which the state of a file is recorded. If a file changes twice within one step of the clock
 * of its file system, its state may be the same after both changes. The longest step is two seconds (FAT).
 */
const recordedAge = 3000;

/**
 * Hashes the files `names` in the folder of product files; see `hashInThread`. Does not follow links. Exported because
 * the thread that `hashInThread` starts calls it.
 */
export function hashProductFiles({ folder, names, record, now }: HashingTask) {
  const before = readText(record);
  const known = parseRecord(before);
  const hashes: (readonly [file: string, sha256: string])[] = [];
  const lines: string[] = [];
  for (const name of names) {
    const file = `${productsFolder}/${name}`;
    // `join` takes as long as reading the state of a file.
    const path = `${folder}/${file}`;
    const stats = isProductFile(file) ? statsOf(path) : undefined;
    if (!stats?.isFile()) continue;
    const { ino, size, mtimeMs, ctimeMs } = stats;
    const state = `${ino} ${size} ${mtimeMs} ${ctimeMs} ${name}`;
    const hash = known.get(state) ?? hashOf(path);
    if (hash === undefined) continue;
    hashes.push([file, hash]);
    if (Math.max(mtimeMs, ctimeMs) < now - recordedAge) lines.push(`${hash} ${state}`);
  }
  const text = lines.join('\n');
  return { hashes, record: text === before ? undefined : text };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The first build has no record; without one, each file is read.
    return '';
  }
}

/** Returns state of a file → hash. A damaged or foreign line has a state that no file has. */
function parseRecord(text: string): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  for (const line of text.split('\n')) {
    known.set(line.slice(hashDigits + 1), line.slice(0, hashDigits));
  }
  return known;
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // The build reports the error when it reads the product.
    return undefined;
  }
}

/**
 * Returns the SHA-256 of a product file, in hexadecimal; `file` is its path within the content folder. Returns the hash
 * in `hashes` if there is one, otherwise computes it and adds it. Returns undefined if the file cannot be read.
 */
export function hashFile(
  { folder, hashes }: { readonly folder: string; readonly hashes: Map<string, string> },
  file: string,
): string | undefined {
  const hash = hashes.get(file) ?? hashOf(join(folder, file));
  if (hash !== undefined) hashes.set(file, hash);
  return hash;
}

function hashOf(path: string): string | undefined {
  try {
    return sha256(readReused(path));
  } catch {
    // The build reports the error when it reads the product.
    return undefined;
  }
}

/**
 * Holds the bytes of one product file at a time. Reused: creating a buffer for a file takes longer than hashing the
 * file.
 */
let buffer = Buffer.alloc(1 << 16);

/** Returns the bytes of a file, which the next call overwrites. Throws file-system errors. */
function readReused(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    for (let length = 0; ; ) {
      const read = readSync(file, buffer, length, buffer.length - length, null);
      if (read === 0) return buffer.subarray(0, length);
      length += read;
      if (length === buffer.length) buffer = Buffer.concat([buffer], 2 * length);
    }
  } finally {
    closeSync(file);
  }
}
