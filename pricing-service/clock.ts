/** The clock that measures the age of cached data. */
import { performance } from 'node:perf_hooks';

/** Corrections of the wall clock up to this many milliseconds are ignored. */
const toleranceMs = 1000;

/**
 * Returns a function that returns a time in milliseconds, which never goes back and includes pauses of the machine. The
 * monotonic clock of Linux stops while a machine is suspended, or its virtual machine is paused or migrated; the wall
 * clock is corrected afterwards. If the wall clock gains more than a second on the monotonic clock, that time is added
 * to the result. If the wall clock was only set ahead, cached data looks older than it is and is read again earlier.
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
