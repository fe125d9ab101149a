/** Activation: the one step that changes what is served (decision 26). */
import { readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pointAt, ReleaseError } from '../release/write-tree.ts';
import { linkedRelease, releaseFolder } from './standing.ts';

/** Where `dist/sync/current` leads, always: to the listing of whatever release is current. */
const currentListing = join('..', 'current', 'sync');

/**
 * Gives a release its sync listing. Of the current release this is an activation, of another one it
 * changes nothing that is served. Throws `ReleaseError`.
 */
export async function attachListing(out: string, release: string, listing: string): Promise<void> {
  await pointAt(out, join('releases', release, 'sync'), join('..', '..', 'sync', listing));
}

/**
 * Makes a whole release, and its sync listing with it, the one that is served; the one before is
 * `previous` from now on. Killed at any moment, one or the other is served. Throws `ReleaseError`.
 */
export async function activateRelease(out: string, release: string): Promise<void> {
  await assertThere(out, release);
  const before = await linkedRelease(out, 'current');
  if (before !== release) {
    if (before !== undefined) await pointAt(out, 'previous', join('releases', before));
    await pointAt(out, 'current', join('releases', release));
  }
  const listing = await readlink(join(out, 'sync', 'current')).catch(() => undefined);
  if (listing !== currentListing) await pointAt(out, join('sync', 'current'), currentListing);
}

/** Somebody may have removed it since it was looked at: better to fail than to serve nothing. */
async function assertThere(out: string, release: string): Promise<void> {
  try {
    await stat(join(releaseFolder(out, release), 'manifest.json'));
  } catch {
    throw new ReleaseError(`${releaseFolder(out, release)} was removed meanwhile; build again`);
  }
}
