/** Removes files of the store that no record of the index names. */
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import fastGlob from 'fast-glob';
import type { IndexLine } from './index-file.ts';
import { storedPath } from './store.ts';

const namePattern = /^[0-9a-f]{64}$/;

/** Removes what only dropped records name; another build that needs it makes it again. */
export async function removeDropped(
  store: string,
  dropped: readonly IndexLine[],
  index: string,
): Promise<void> {
  await removeUnnamed(store, new Set(dropped.flatMap(({ json }) => hashesIn(json))), index);
}

/**
 * Removes every file that no record names: what is left of another compiler's builds, and of builds
 * that did not come to their end.
 */
export async function sweepStore(store: string, index: string): Promise<void> {
  const names = (await fastGlob('*/*', { cwd: store })).map((file) => basename(file));
  // Other names are drafts, perhaps of a build that is running now.
  await removeUnnamed(store, new Set(names.filter((name) => namePattern.test(name))), index);
}

/** Removes those of some files that are not in the index, which is read line by line: it may be long. */
async function removeUnnamed(store: string, hashes: Set<string>, index: string): Promise<void> {
  if (hashes.size === 0) return;
  for await (const line of createInterface({ input: createReadStream(index) })) {
    for (const hash of hashesIn(line)) hashes.delete(hash);
  }
  for (const hash of hashes) await rm(storedPath(store, [0, hash]), { force: true });
}

function hashesIn(text: string): string[] {
  return Array.from(text.matchAll(/"([0-9a-f]{64})"/g), ([, hash = '']) => hash);
}
