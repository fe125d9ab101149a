/**
 * How old a reading is, on two clocks: ours, and the store's, whose time each reading contains. While a
 * virtual machine is paused neither of its own clocks moves; the store's clock does, and shows the pause
 * at the next reading (decision 36).
 */
import { clockToleranceMs } from './bounds.ts';
import type { Reading } from './remembered-keys.ts';

const never = Number.NEGATIVE_INFINITY;

type Moments = Pick<Reading, 'startedAt' | 'order' | 'time'>;

export interface ReadingAges {
  /**
   * Returns how many milliseconds ago, at most, the store read what a reading contains; a pause of this
   * machine after the latest reading of the store's clock is not included. Infinite if the store's clock
   * was set back since.
   */
  ageOf(reading: Moments): number;
  /** Takes the store's time from a reading that has just arrived, unless it may be older than the latest. */
  compareClocks(reading: Moments): void;
  /** Whether the store has a clock of its own, as far as it was read. */
  hasStoreClock(): boolean;
}

/** Creates the ages of readings whose `startedAt` is by this clock. */
export function createReadingAges(clock: () => number): ReadingAges {
  /** The latest time of the store: how far its clock was ahead of ours, at most and at least. */
  let latest = { arrivedAt: never, mostAhead: never, leastAhead: never };
  /** The reading that showed that the store's clock was set back. */
  let firstComparable = 0;

  return {
    ageOf({ startedAt, order, time = Number.POSITIVE_INFINITY }) {
      if (order < firstComparable) return Number.POSITIVE_INFINITY;
      // After a pause the store's clock is further ahead, so that its time was earlier on ours.
      return clock() - Math.min(startedAt, time - latest.mostAhead);
    },
    compareClocks({ startedAt, order, time }) {
      // The store may have read its clock earlier for a read that began before the latest reply arrived.
      if (time === undefined || startedAt <= latest.arrivedAt) return;
      const arrivedAt = clock();
      const mostAhead = time - startedAt;
      const wasSetBack = mostAhead < latest.leastAhead - clockToleranceMs;
      if (wasSetBack) firstComparable = order;
      const leastAhead = Math.max(time - arrivedAt, wasSetBack ? never : latest.leastAhead);
      latest = { arrivedAt, mostAhead, leastAhead };
    },
    hasStoreClock: () => latest.arrivedAt !== never,
  };
}
