/**
 * Finds and hashes product files. A build after an edit compares the hash of each product file with that of the last
 * build; of a large catalogue, a thread hashes the files while the main thread opens the content.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThread, threadedItems } from './run-in-thread.ts';
import { sha256 } from './sha256.ts';

const productsFolder = 'products';

/** Returns true if `path`, relative to the content folder, is that of a product file. */
export function isProductFile(path: string): boolean {
  return /^products\/[^/]+\.json$/.test(path);
}

/**
 * Resolves to path within the content folder → SHA-256 in hexadecimal, for the product files of `folder`, hashed in a
 * thread. Resolves to an empty map if `expected`, the number of products in the last build, is small. A file or folder
 * that cannot be read is missing in the result; the build reports it when it reads it. Rejects only for a bug.
 */
export async function hashAhead(
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
 * Returns path and SHA-256 of each product file that can be read. Links are not followed. Exported because the thread
 * that `hashAhead` starts calls it.
 */
export function hashProductFiles(folder: string): (readonly [file: string, sha256: string])[] {
  const path = join(folder, productsFolder);
  // A missing folder is reported by `openContent`, at the same time.
  const entries = existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [];
  return entries.flatMap((entry) => {
    const file = `${productsFolder}/${entry.name}`;
    const hash = entry.isFile() && isProductFile(file) ? hashOf(join(folder, file)) : undefined;
    return hash === undefined ? [] : [[file, hash] as const];
  });
}

/**
 * Returns the SHA-256 of a product file, in hexadecimal; `file` is its path within the content folder. Computes each hash
 * once and keeps it in `hashes`. Returns undefined if the file cannot be read.
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
    return sha256(readFileSync(path));
  } catch {
    // The build reports the error when it reads the product.
    return undefined;
  }
}
