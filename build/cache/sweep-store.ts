/** Removes files of the store that no record of the index names. */
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import fastGlob from 'fast-glob';
import type { IndexLine } from './index-file.ts';
import { storedPath } from './store.ts';

/** Removes what only dropped records name; another build that needs it makes it again. */
export async function removeDropped(
  store: string,
  dropped: readonly IndexLine[],
  kept: readonly IndexLine[],
): Promise<void> {
  const needed = hashesOf(kept);
  for (const hash of hashesOf(dropped)) {
    if (!needed.has(hash)) await rm(storedPath(store, [0, hash]), { force: true });
  }
}

/**
 * Removes every file that no record names: what is left of another compiler's builds, and of builds
 * that did not come to their end. Drafts are not looked at; they stand beside the files' folders.
 */
export async function sweepStore(store: string, kept: readonly IndexLine[]): Promise<void> {
  const needed = hashesOf(kept);
  for (const file of await fastGlob('*/*', { cwd: store })) {
    if (!needed.has(basename(file))) await rm(join(store, file), { force: true });
  }
}

function hashesOf(lines: readonly IndexLine[]): Set<string> {
  const hashes = new Set<string>();
  for (const { json } of lines) {
    for (const [, hash = ''] of json.matchAll(/"([0-9a-f]{64})"/g)) hashes.add(hash);
  }
  return hashes;
}
