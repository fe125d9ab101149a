/** `release prune`: removes old releases, and never one that somebody may still ask for. */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ReleaseError } from '../release/write-tree.ts';
import { draftName, findRunningBuild } from './drafts.ts';
import { builtAt, newestFirst } from './list.ts';
import { linkedRelease, releaseIds } from './standing.ts';

export interface PruneOptions {
  /** How many releases stay besides those that are in use: the newest. */
  readonly keep: number;
  /** Releases that the pricing service may ask for. */
  readonly published: ReadonlySet<string>;
}

/**
 * Removes all releases but the current one, those that are published, and the newest `keep` others.
 * Gives the ids of the releases removed. Killed at any moment, what is left is whole. Throws `ReleaseError` while a build is at work.
 */
export async function pruneReleases(
  out: string,
  { keep, published }: PruneOptions,
): Promise<string[]> {
  const build = await findRunningBuild(out);
  if (build !== undefined) {
    throw new ReleaseError(
      `a build is at work (process ${build.pid}); prune when it has ended, or remove ${build.path} if that process is none`,
    );
  }
  const current = await linkedRelease(out, 'current');
  const others = (await releaseIds(out)).filter((id) => id !== current && !published.has(id));
  const dated = await Promise.all(
    others.map(async (id) => ({ id, builtAt: await builtAt(out, id) })),
  );
  const removed = dated.sort(newestFirst).slice(keep);
  for (const { id } of removed) await discard(join(out, 'releases'), id);
  const previous = await linkedRelease(out, 'previous');
  if (removed.some(({ id }) => id === previous)) await rm(join(out, 'previous'));
  return removed.map(({ id }) => id);
}

/** Out of the way in one step, so that what is half removed is nobody's release. */
async function discard(parent: string, name: string): Promise<void> {
  const discarded = join(parent, `${draftName('draft')}-discarded`);
  await rename(join(parent, name), discarded);
  await rm(discarded, { recursive: true, force: true });
}
