/**
 * Computes the age of replies of the account store about keys. Uses two clocks: this machine's, and the store's, whose
 * time a reply contains. While a virtual machine is paused, its own clock stops, but the store's clock goes on and so
 * reveals the pause (decisions.md, "Sixty seconds are counted from the read").
 */
import { clockToleranceMs } from './bounds.ts';
import type { KeyReply } from './key-cache.ts';

const never = Number.NEGATIVE_INFINITY;

type ReplyTimes = Pick<KeyReply, 'startedAt' | 'order' | 'time'>;

/** Computes the ages of replies of the account store about keys. */
export interface ReplyAges {
  /**
   * Returns an upper bound of the age of a reply in milliseconds, or `Infinity` if the store's clock was set back after
   * the reply. A pause of this machine after the latest read of the store's clock is not included.
   */
  ageOf(reply: ReplyTimes): number;
  /**
   * Compares this machine's clock with the store's clock, whose time is in a reply that has just arrived; `ageOf` then
   * includes pauses of this machine before this reply. Does nothing if the reply has no time of the store, or if its
   * read was sent before the previous compared reply arrived.
   */
  compareClocks(reply: ReplyTimes): void;
  /** Returns true once a reply has contained the time of the store's clock. */
  hasStoreClock(): boolean;
}

/**
 * Creates the object that computes the ages of replies of the account store about keys. `clock` returns
 * monotonic milliseconds, and must be the clock that sets `startedAt` of every reply.
 */
export function createReplyAges(clock: () => number): ReplyAges {
  /**
   * The latest comparison of the clocks. At the time `arrivedAt` of this machine's clock, the store's clock was between
   * `leastAhead` and `mostAhead` milliseconds ahead of this machine's.
   */
  let latest = { arrivedAt: never, mostAhead: never, leastAhead: never };
  /**
   * `order` of the latest read that revealed that the store's clock was set back; 0 if no read did. Replies with a
   * smaller `order` get the age `Infinity`.
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
