/** Removes files of the store that no record of the index names. */
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import fastGlob from 'fast-glob';
import { type IndexLine, readIndexLines } from './index-file.ts';
import { storedPath } from './store.ts';

/** Removes what only dropped records name; another build that needs it makes it again. */
export async function removeDropped(
  store: string,
  dropped: readonly IndexLine[],
  index: string,
): Promise<void> {
  const hashes = dropped.flatMap(({ json }) => hashesIn(json));
  await removeUnnamed(new Map(hashes.map((hash) => [hash, storedPath(store, [0, hash])])), index);
}

/**
 * Removes every file that no record names: what is left of another compiler's builds, and of builds
 * that did not come to their end. Drafts are not looked at; they stand beside the files' folders.
 */
export async function sweepStore(store: string, index: string): Promise<void> {
  const files = await fastGlob('*/*', { cwd: store });
  await removeUnnamed(new Map(files.map((file) => [basename(file), join(store, file)])), index);
}

/** Removes files, by hash, that the index does not name. */
async function removeUnnamed(files: Map<string, string>, index: string): Promise<void> {
  if (files.size === 0) return;
  for await (const line of readIndexLines(index)) {
    for (const hash of hashesIn(line)) files.delete(hash);
  }
  for (const file of files.values()) await rm(file, { force: true });
}

function hashesIn(text: string): string[] {
  return Array.from(text.matchAll(/"([0-9a-f]{64})"/g), ([, hash = '']) => hash);
}
