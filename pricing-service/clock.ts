/** The clock that ages are measured with. */
import { performance } from 'node:perf_hooks';

/** Wall and monotonic time may part by this much in peace: the wall is corrected in small steps. */
const toleranceMs = 1000;

/**
 * Gives a clock of milliseconds that never goes back, and that a pause of the machine moves on as well.
 * The monotonic clock of Linux stands still while a machine is suspended, or its virtual machine paused
 * or moved; what was known would come out of that as young as it went in. The wall clock tells of it once
 * it is set again: when it has gained more than a second on the monotonic one, that is time that has
 * passed. A wall clock that was only set ahead makes things older than they are, which costs a read.
 */
export function createClock(
  monotonic: () => number = () => performance.now(),
  wall: () => number = Date.now,
): () => number {
  let offset = wall() - monotonic();
  let slept = 0;
  return () => {
    const now = monotonic();
    const gained = wall() - now - offset;
    if (gained > toleranceMs) slept += gained;
    if (Math.abs(gained) > toleranceMs) offset += gained;
    return now + slept;
  };
}
