/** The clock that measures the age of cached data: monotonic, and includes pauses of the machine. */
import { performance } from 'node:perf_hooks';

/** Corrections of the wall clock up to this many milliseconds are ignored. */
const toleranceMs = 1000;

/**
 * Returns a clock: a function that returns milliseconds, which never go back and include pauses of the machine. Neither
 * given clock suffices: `monotonic` stands still while the machine is suspended or its virtual machine is paused, and
 * `wall` can be set back. If `wall` gains more than a second on `monotonic`, this counts as a pause and is added to the
 * result. If `wall` was only set ahead, cached data looks older than it is and is read again earlier.
 */
export function createClock(
  monotonic: () => number = () => performance.now(),
  wall: () => number = Date.now,
): () => number {
  let offset = wall() - monotonic();
  let paused = 0;
  return () => {
    const now = monotonic();
    const gained = wall() - now - offset;
    if (gained > toleranceMs) paused += gained;
    if (Math.abs(gained) > toleranceMs) offset += gained;
    return now + paused;
  };
}
