/** `release prune`: removes old releases, and never one that somebody may still ask for. */
import { renameSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { objectNames, objectPath, objectsFolder } from '../build/output/objects.ts';
import { draftName } from '../build/output/temp-entries.ts';
import { whilePruning } from '../build/output/while-at-work.ts';
import { builtAt, newestFirst } from './list.ts';
import { linkedRelease, readManifest, releaseFolder, releaseIds } from './standing.ts';

export interface PruneOptions {
  /** How many releases stay besides those that are in use: the newest. */
  readonly keep: number;
  /** Releases that the pricing service may ask for. */
  readonly published: ReadonlySet<string>;
}

/**
 * Removes all releases but the current one, those that are published, and the newest `keep` others, and
 * the objects that no release needs any more.
 * Gives the ids of the releases removed. Killed at any moment, what is left is whole. Throws
 * `ReleaseError` while a build or an activation is at work; none begins before what goes is out of
 * their reach.
 */
export async function pruneReleases(out: string, options: PruneOptions): Promise<string[]> {
  // Where nothing was ever built there is no place for a mark either.
  if ((await releaseIds(out)).length === 0) return [];
  const { releases, objects } = await whilePruning(out, async () => ({
    releases: await discardOld(out, options),
    objects: await discardObjects(out),
  }));
  // Deleting takes its time; a build need not wait for it.
  for (const folder of [...releases.values(), objects]) {
    await rm(folder, { recursive: true, force: true });
  }
  return [...releases.keys()];
}

/**
 * Puts the objects that no release links to out of the way; returns the folder that they are in. While a
 * manifest cannot be read, all stay: its release may need any of them.
 */
async function discardObjects(out: string): Promise<string> {
  const discarded = join(out, objectsFolder, `${draftName('draft')}-discarded`);
  const used = new Set<string>();
  for (const id of await releaseIds(out)) {
    const manifest = await readManifest(releaseFolder(out, id)).catch(() => undefined);
    if (manifest === undefined) return discarded;
    for (const name of Object.values(manifest.products)) used.add(name);
  }
  const unused = (await objectNames(out)).filter((name) => !used.has(name));
  if (unused.length > 0) await mkdir(discarded);
  for (const name of unused) renameSync(join(out, objectPath(name)), join(discarded, name));
  return discarded;
}

/** Gives where each release that goes was put, by id. */
async function discardOld(
  out: string,
  { keep, published }: PruneOptions,
): Promise<ReadonlyMap<string, string>> {
  const current = await linkedRelease(out, 'current');
  const others = (await releaseIds(out)).filter((id) => id !== current && !published.has(id));
  const dated = await Promise.all(
    others.map(async (id) => ({ id, builtAt: await builtAt(out, id) })),
  );
  const discarded = new Map<string, string>();
  for (const { id } of dated.sort(newestFirst).slice(keep)) {
    discarded.set(id, await discard(out, id));
  }
  const previous = await linkedRelease(out, 'previous');
  if (previous !== undefined && discarded.has(previous)) await rm(join(out, 'previous'));
  return discarded;
}

/** Out of the way in one step, so that what is half removed is nobody's release. */
async function discard(out: string, id: string): Promise<string> {
  const discarded = join(out, 'releases', `${draftName('draft')}-discarded`);
  await rename(releaseFolder(out, id), discarded);
  return discarded;
}
