/** The clock that measures the age of cached data: monotonic, and includes pauses of the machine. */
import { performance } from 'node:perf_hooks';

/** Corrections of the wall clock up to this many milliseconds are ignored. */
const toleranceMs = 1000;

/**
 * Returns a clock: a function that returns milliseconds that never go back and that include pauses of the machine.
 * Neither given clock can do this alone: `monotonic` stands still while the machine is suspended or its virtual machine
 * is paused, and `wall` (the time of day) can be set back. The result is `monotonic` plus all pauses; each gain of
 * `wall` on `monotonic` by more than a second counts as a pause. This is also the case if `wall` was only set ahead:
 * cached data then looks older than it is, and is read again earlier than necessary.
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
