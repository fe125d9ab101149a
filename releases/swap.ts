/**
 * Switches the link `current` to another release, after writing that release's answers to
 * `/v1/products/changes`.
 */
import { whileLocked } from '../build/output/locks.ts';
import {
  changesFolder,
  prepareChanges,
  type ReleaseSwap,
  removeOldChanges,
} from './changes/write-changes.ts';
import { type Pin, readPin, removePin, writePin } from './pin.ts';
import { activateRelease, linkedRelease } from './release-store.ts';

/** How a swap treats the pin of the output folder. */
export interface PinChange {
  /** The pin to write, if the release is to stay current until an operator unpins it. */
  readonly pin?: Pin | undefined;
  /** If true, replaces a pinned release and removes the pin. */
  readonly unpins?: boolean | undefined;
}

/** The result of a swap: the release that was current before, and the pin that has prevented the swap. */
export interface Swapped {
  readonly before: string | undefined;
  /** Set if the current release is pinned: nothing was changed. */
  readonly pinned: Pin | undefined;
}

/**
 * Makes a release current after writing its answers about changes, one call after the other, within `whileBuilding`.
 * If another release is pinned, changes nothing without `unpins` or `pin`. If the process is killed, readers see either
 * release, never a mixture. Throws `ReleaseError`, also if another process holds the lock for a minute.
 */
export async function swapRelease({
  pin,
  unpins = false,
  ...swap
}: ReleaseSwap & PinChange): Promise<Swapped> {
  const { out, release } = swap;
  return whileLocked(changesFolder(out), { holder: 'deploy, activation or pull' }, async () => {
    const before = await linkedRelease(out, 'current');
    const pinned = pin || unpins ? undefined : await readPin(out);
    if (pinned) return { before, pinned };
    await prepareChanges(swap);
    // Before the switch: where this fails, as in folders of another user, nothing is changed yet.
    const previous = before === release ? await linkedRelease(out, 'previous') : before;
    await removeOldChanges(out, [release, previous]);
    // A pin takes effect with the switch, because it names the new release.
    if (pin) await writePin(out, pin);
    await activateRelease(out, release);
    if (!pin) await removePin(out);
    return { before, pinned: undefined };
  });
}
