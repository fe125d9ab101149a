/** Replaces the link to the current release, after writing its answers about changes. */
import {
  type PreparedChanges,
  prepareChanges,
  removeOldChanges,
} from '../changes/write-changes.ts';
import { activateRelease, linkedRelease } from '../release-store.ts';

/**
 * Makes a release current and returns the previous one. Must be called within `whileBuilding`. If it is
 * killed, either the old or the new release is served completely. Throws `ReleaseError` for file-system
 * errors.
 */
export async function swapRelease(swap: PreparedChanges): Promise<string | undefined> {
  const { out, release } = swap;
  for (;;) {
    const before = await linkedRelease(out, 'current');
    await prepareChanges(swap);
    // Another deploy has replaced the link in the meantime: its release belongs to the history.
    if ((await linkedRelease(out, 'current')) !== before) continue;
    await activateRelease(out, release);
    await removeOldChanges(out);
    return before;
  }
}
