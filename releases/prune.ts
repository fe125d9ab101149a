/**
 * `release prune`: removes old unused releases, and objects (folders of one version of a product) that no remaining
 * release uses.
 */
import { lstatSync, renameSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest } from '../build/output/manifest.ts';
import { objectNames, objectPath, objectsFolder } from '../build/output/object-records.ts';
import { whilePruning } from '../build/output/output-lock.ts';
import { tempName } from '../build/output/temp-entries.ts';
import { builtAt, newestFirst } from './list-releases.ts';
import { linkedRelease, releaseFolder, releaseIds } from './release-store.ts';

/** Which releases `pruneReleases` keeps, besides the current and the previous one. */
export interface PruneOptions {
  /** Number of releases to keep, newest first, in addition to the current and the previous one. */
  readonly keep: number;
}

/**
 * Removes old releases of the output folder `out`, and all objects (folders of product versions) that no remaining
 * release uses; removes no objects if the manifest of a remaining release cannot be read.
 */
export async function pruneReleases(out: string, options: PruneOptions): Promise<string[]> {
  // Without releases, the folder of the lock file may not exist.
  if ((await releaseIds(out)).length === 0) return [];
  return whilePruning(out, async (allowBuilds) => {
    const releases = await discardReleases(out, options);
    const objects = await discardObjects(out);
    await allowBuilds();
    for (const folder of [...releases.values(), objects]) {
      await rm(folder, { recursive: true, force: true });
    }
    return [...releases.keys()];
  });
}

/** Renames the folders of the releases that are not kept (see `PruneOptions`) to temporary names. */
async function discardReleases(
  out: string,
  { keep }: PruneOptions,
): Promise<ReadonlyMap<string, string>> {
  const links = [await linkedRelease(out, 'current'), await linkedRelease(out, 'previous')];
  const others = (await releaseIds(out)).filter((id) => !links.includes(id));
  const dated = await Promise.all(
    others.map(async (id) => ({ id, builtAt: await builtAt(out, id) })),
  );
  const discarded = new Map<string, string>();
  for (const { id } of dated.sort(newestFirst).slice(keep)) {
    const folder = join(out, 'releases', tempName());
    await rename(releaseFolder(out, id), folder);
    discarded.set(id, folder);
  }
  return discarded;
}

/** Removes what a failed build has written: the objects that no release uses. */
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
    // See above.
  }
}

/** Returns the objects that no release uses; none if the manifest of a release cannot be read. */
async function unusedObjects(out: string): Promise<readonly string[]> {
  const used = new Set<string>();
  for (const id of await releaseIds(out)) {
    const manifest = await readManifest(releaseFolder(out, id)).catch(() => undefined);
    // That release may use any object.
    if (manifest === undefined) return [];
    for (const name of Object.values(manifest.products)) used.add(name);
  }
  return (await objectNames(out)).filter((name) => !used.has(name));
}

/**
 * Moves the objects (folders of product versions) that no release uses to a temporary folder and returns the path of
 * that folder, which does not exist if nothing was moved.
 */
async function discardObjects(out: string): Promise<string> {
  const discarded = join(out, objectsFolder, tempName());
  const unused = await unusedObjects(out);
  if (unused.length > 0) await mkdir(discarded);
  for (const name of unused) renameSync(join(out, objectPath(name)), join(discarded, name));
  return discarded;
}
