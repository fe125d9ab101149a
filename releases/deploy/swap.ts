/** Replaces the link to the current release, after writing its answers about changes. */
import { mkdir } from 'node:fs/promises';
import { whileLocked } from '../../build/output/folder-lock.ts';
import { refusedBy } from '../../build/output/release-error.ts';
import {
  changesFolder,
  type PreparedChanges,
  prepareChanges,
  removeOldChanges,
} from '../changes/write-changes.ts';
import { activateRelease, linkedRelease } from '../release-store.ts';

/**
 * Makes a release current and returns the previous one; of several calls at the same time, one after the
 * other, so that each release is in the history of the next one. Must be called within `whileBuilding`. If it
 * is killed, either the old or the new release is served completely. Throws `ReleaseError` for file-system
 * errors.
 */
export async function swapRelease(swap: PreparedChanges): Promise<string | undefined> {
  const { out, release } = swap;
  const folder = changesFolder(out);
  await refusedBy(`cannot write ${out}`, () => mkdir(folder, { recursive: true }));
  return whileLocked(folder, { holder: 'deploy, activation or pull' }, async () => {
    const before = await linkedRelease(out, 'current');
    await prepareChanges(swap);
    await activateRelease(out, release);
    await removeOldChanges(out);
    return before;
  });
}
