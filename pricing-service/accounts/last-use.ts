/** Records the day on which each key was last used, so that operators can find unused keys. */
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';
import type { LastUseStore } from './redis-account-store.ts';

const dayMs = 86_400_000;

/** Minimum milliseconds between a failed attempt to store the use of a key and the next attempt. */
const retryMs = 60_000;

/**
 * Maximum number of keys for which this process remembers that today's use is stored. The use of a forgotten key is
 * stored again.
 */
const maxKeys = 20_000;

/**
 * Returns a function to call with the hash of a key at each use. At the first use of a key on a UTC day, the function
 * begins to store that day and returns at once; it ignores later uses on that day. It remembers up to `maxKeys`
 * (20,000) keys. It also stores the day at the next use of a forgotten key, and at the next use after the clock was set
 * back to an earlier UTC day. If the store fails, the function logs the error, and tries again at the first use of the
 * key that is at least a minute after the failed use. `now` returns milliseconds since 1970.
 */
export function createLastUseRecorder(
  store: LastUseStore,
  log: Log,
  now: () => number = Date.now,
): (keyHash: string) => void {
  const dueAt = new LRUCache<string, number>({ max: maxKeys });
  return (keyHash) => {
    const usedAt = now();
    const due = dueAt.get(keyHash) ?? 0;
    // A time more than a day ahead is from before the clock was set back.
    if (usedAt < due && due <= usedAt + dayMs) return;
    const day = new Date(usedAt).toISOString().slice(0, 10);
    dueAt.set(keyHash, (Math.floor(usedAt / dayMs) + 1) * dayMs);
    store.recordUse(keyHash, day).catch((error: unknown) => {
      dueAt.set(keyHash, usedAt + retryMs);
      log.error('last_use_not_written', error);
    });
  };
}
