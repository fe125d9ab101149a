/** `release prune`: removes old releases, and objects (folders of one version of a product) that no release uses. */
import { lstatSync, renameSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tempName } from '../build/output/install.ts';
import { whilePruning } from '../build/output/locks.ts';
import { objectNames, objectPath, objectsFolder } from '../build/output/objects.ts';
import { readManifest } from '../build/output/release-records.ts';
import { datedReleases } from './list-releases.ts';
import { linkedRelease, releaseFolder, releaseIds } from './release-store.ts';

/**
 * Removes all releases but the current and the previous one and the newest `keep` others, and then unused objects.
 * Returns the removed ids. Throws `ReleaseError` if another process is building, activating or pruning.
 */
export async function pruneReleases(
  out: string,
  { keep }: { readonly keep: number },
): Promise<string[]> {
  // Without releases, the folder of the lock file may not exist.
  if ((await releaseIds(out)).length === 0) return [];
  return whilePruning(out, async (allowBuilds) => {
    const links = [await linkedRelease(out, 'current'), await linkedRelease(out, 'previous')];
    const others = (await datedReleases(out)).filter(({ id }) => !links.includes(id));
    const old = others.slice(keep).map(({ id }) => id);
    // Renamed first, so that nothing uses them; builds may start before they are deleted.
    const discarded: string[] = [];
    for (const id of old) {
      const folder = join(out, 'releases', tempName());
      await rename(releaseFolder(out, id), folder);
      discarded.push(folder);
    }
    const objects = join(out, objectsFolder, tempName());
    const unused = await unusedObjects(out);
    if (unused.length > 0) await mkdir(objects);
    for (const name of unused) renameSync(join(out, objectPath(name)), join(objects, name));
    await allowBuilds();
    for (const folder of [...discarded, objects]) {
      await rm(folder, { recursive: true, force: true });
    }
    return old;
  });
}

/**
 * Removes what a failed build has written: the objects that no release uses. Does nothing if another process builds, or
 * if other output folders share the objects (`npm start`).
 */
export async function removeUnusedObjects(out: string): Promise<void> {
  try {
    if (lstatSync(join(out, objectsFolder)).isSymbolicLink()) return;
    await whilePruning(out, async () => {
      // Without a folder for them, which a full disk may refuse.
      for (const name of await unusedObjects(out)) {
        await rm(join(out, objectPath(name)), { recursive: true, force: true });
      }
    });
  } catch {
    // The failure of the build is more important, and `release prune` removes the objects, too.
  }
}

/** Returns the objects that no release uses; none if the manifest of a release, which may use any, cannot be read. */
async function unusedObjects(out: string): Promise<readonly string[]> {
  const used = new Set<string>();
  for (const id of await releaseIds(out)) {
    const manifest = await readManifest(releaseFolder(out, id)).catch(() => undefined);
    if (manifest === undefined) return [];
    for (const name of Object.values(manifest.products)) used.add(name);
  }
  return (await objectNames(out)).filter((name) => !used.has(name));
}
