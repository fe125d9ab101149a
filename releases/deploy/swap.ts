/** Swaps the link to the current release, with what it answers about changes. */
import {
  type PreparedChanges,
  prepareChanges,
  removeOldChanges,
} from '../changes/write-changes.ts';
import { activateRelease, linkedRelease } from '../release-store.ts';

/**
 * Makes a release the current one; returns the one before. Call it within `whileBuilding`. Killed at any moment, it
 * leaves what is served as it was or as it will be. Throws `ReleaseError` for what the file system refuses.
 */
export async function swapRelease(swap: PreparedChanges): Promise<string | undefined> {
  const { out, release } = swap;
  for (;;) {
    const before = await linkedRelease(out, 'current');
    await prepareChanges(swap);
    // Another deploy has swapped meanwhile: its release belongs into the history.
    if ((await linkedRelease(out, 'current')) !== before) continue;
    await activateRelease(out, release);
    await removeOldChanges(out);
    return before;
  }
}
