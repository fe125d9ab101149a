/**
 * Switches the link `current` to another release, after writing that release's answers to
 * `/v1/products/changes`.
 */
import { mkdir } from 'node:fs/promises';
import { whileLocked } from '../../build/output/folder-lock.ts';
import { wrapFileSystemErrors } from '../../build/output/release-error.ts';
import {
  changesFolder,
  prepareChanges,
  type ReleaseSwap,
  removeOldChanges,
} from '../changes/write-changes.ts';
import { activateRelease, linkedRelease } from '../release-store.ts';

/**
 * Makes a release current, after writing its answers of `/v1/products/changes` and removing those of all releases but
 * this one and the previous one. Returns the id of the release that was current before, or undefined if there was none.
 * Concurrent calls run one after the other, because the history of a release continues that of the current one. Must be
 * called within `whileBuilding`, so that no release is removed meanwhile. If the process is killed, readers see either
 * the old or the new release, never a mixture. Throws `ReleaseError` if a file or link cannot be written or if another
 * process holds the lock of `<out>/changes` for a minute, and the errors of `readManifest` for the release.
 */
export async function swapRelease(swap: ReleaseSwap): Promise<string | undefined> {
  const { out, release } = swap;
  const folder = changesFolder(out);
  await wrapFileSystemErrors(`cannot write ${out}`, () => mkdir(folder, { recursive: true }));
  return whileLocked(folder, { holder: 'deploy, activation or pull' }, async () => {
    const before = await linkedRelease(out, 'current');
    await prepareChanges(swap);
    // Before the switch: where this fails, as in folders of another user, nothing is changed yet.
    const previous = before === release ? await linkedRelease(out, 'previous') : before;
    await removeOldChanges(out, [release, previous]);
    await activateRelease(out, release);
    return before;
  });
}
