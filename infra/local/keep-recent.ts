/** Keeps the output folder of a day of rebuilding small. */
import { readdir, readlink, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readReleases } from '../../build/known-products.ts';

/** Those that a request under way may still read, and one that the compiler makes the next one of. */
const kept = readReleases + 1;

/**
 * Gives a function that is called after each build, while none runs: it removes all releases below
 * `out` but the current one and the three that were current before.
 */
export function createKeeper(out: string): () => Promise<void> {
  const folder = join(out, 'releases');
  let recent: readonly string[] = [];
  return async () => {
    const current = basename(await readlink(join(out, 'current')));
    recent = [current, ...recent.filter((name) => name !== current)].slice(0, kept);
    const old = (await readdir(folder)).filter((name) => !recent.includes(name));
    for (const name of old) await rm(join(folder, name), { recursive: true, force: true });
  };
}
