/**
 * Finds and hashes product files. A build compares the hash of each product file with that of the last build. If the
 * catalogue is large, another thread computes the hashes while the main thread opens the content.
 */
import { closeSync, type Dirent, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { runInThread, threadedItems } from './run-in-thread.ts';
import { sha256 } from './sha256.ts';

const productsFolder = 'products';

/**
 * Returns true if `path`, relative to the content folder, is that of a product file: a file directly in `products/`
 * whose name ends in `.json`, such as `products/TEE100.json`.
 */
export function isProductFile(path: string): boolean {
  return /^products\/[^/]+\.json$/.test(path);
}

/**
 * Hashes the product files of the content folder `folder` in a thread. Resolves to path within the folder → SHA-256 in
 * hexadecimal. If `expected`, the number of products in the last build, is below `threadedItems`, starts no thread and
 * resolves to an empty map. Omits files that cannot be read; the build reports them when it reads them.
 */
export async function hashInThread(
  folder: string,
  expected: number,
): Promise<ReadonlyMap<string, string>> {
  if (expected < threadedItems) return new Map();
  const hashes = runInThread<ReturnType<typeof hashProductFiles>>(
    import.meta.url,
    hashProductFiles.name,
    folder,
  );
  return new Map(await hashes);
}

/**
 * Returns the path within the content folder `folder`, and the SHA-256 in hexadecimal, of each product file that can be
 * read. Omits files that are symbolic links. Exported because the thread that `hashInThread` starts calls it.
 */
export function hashProductFiles(folder: string): (readonly [file: string, sha256: string])[] {
  return listProducts(folder).flatMap((entry) => {
    const file = `${productsFolder}/${entry.name}`;
    const hash = entry.isFile() && isProductFile(file) ? hashOf(join(folder, file)) : undefined;
    return hash === undefined ? [] : [[file, hash] as const];
  });
}

function listProducts(folder: string): readonly Dirent[] {
  try {
    return readdirSync(join(folder, productsFolder), { withFileTypes: true });
  } catch {
    // The build reports that the folder is missing or cannot be listed.
    return [];
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
 * A buffer for the bytes of one product file at a time, used again for each file, because creating a buffer takes
 * longer than hashing a file.
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
