/**
 * Computes the age of readings, the replies of the account store about keys. Uses two clocks: this machine's,
 * and the store's, whose time each reading contains. While a virtual machine is paused, its own clock stops,
 * but the store's clock goes on and so reveals the pause (decision 36).
 */
import { clockToleranceMs } from './bounds.ts';
import type { KeyReading } from './key-cache.ts';

const never = Number.NEGATIVE_INFINITY;

type ReadingTimes = Pick<KeyReading, 'startedAt' | 'order' | 'time'>;

export interface ReadingAges {
  /**
   * Returns the maximum age of a reading in milliseconds; `Infinity` if the store's clock was set back since. It does
   * not include a pause of this machine after the latest read of the store's clock.
   */
  ageOf(reading: ReadingTimes): number;
  /**
   * Compares the two clocks by a reading that has just arrived. Ignores a reading without a time of the
   * store, and one whose read began before the previous comparison.
   */
  compareClocks(reading: ReadingTimes): void;
  /** Returns true once a reading has contained a time of the store. */
  hasStoreClock(): boolean;
}

/**
 * Creates the calculation of the ages of readings. `clock` returns monotonic milliseconds; the `startedAt` of every
 * reading is by this clock.
 */
export function createReadingAges(clock: () => number): ReadingAges {
  /** The latest comparison: how far the store's clock was ahead of ours, at most and at least. */
  let latest = { arrivedAt: never, mostAhead: never, leastAhead: never };
  /**
   * Number of the read that revealed that the store's clock was set back. The ages of readings from earlier
   * reads are unknown.
   */
  let firstComparable = 0;

  return {
    ageOf({ startedAt, order, time = Number.POSITIVE_INFINITY }) {
      if (order < firstComparable) return Number.POSITIVE_INFINITY;
      // After a pause the store's clock is further ahead, so the same time of the store was earlier by ours.
      return clock() - Math.min(startedAt, time - latest.mostAhead);
    },
    compareClocks({ startedAt, order, time }) {
      // A read that began before the latest reply arrived may contain an earlier time.
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
