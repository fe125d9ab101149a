/** Keeps the output folder of a day of rebuilding small. */
import { readdir, readlink, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** The current one, and those that a request under way may still be reading. */
const kept = 3;

/**
 * Gives a function that is called after each build, while none runs: it removes all releases and sync
 * listings below `out` but the current ones and the two that were current before.
 */
export function createKeeper(out: string): () => Promise<void> {
  const keepReleases = keepRecent(join(out, 'releases'), join(out, 'current'));
  const keepListings = keepRecent(join(out, 'sync'), join(out, 'sync', 'current'));
  return async () => {
    await keepReleases();
    await keepListings();
  };
}

/** Keeps in a folder what a link has pointed at lately, and the link itself. */
function keepRecent(folder: string, link: string): () => Promise<void> {
  let recent: readonly string[] = [];
  return async () => {
    const current = basename(await readlink(link));
    recent = [current, ...recent.filter((name) => name !== current)].slice(0, kept);
    const old = (await readdir(folder)).filter(
      (name) => !recent.includes(name) && name !== basename(link),
    );
    for (const name of old) await rm(join(folder, name), { recursive: true, force: true });
  };
}
