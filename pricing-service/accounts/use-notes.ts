/** Notes the day each key was last used, so that an operator sees which keys nobody needs any more. */
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';
import type { UseStore } from './redis-accounts.ts';

const dayMs = 86_400_000;

/** After a failure a key's note is tried again at its first use after this. */
const retryMs = 60_000;

const maxNoted = 20_000;

/**
 * Gives what is to be told of each use, by the hash of the key. A key is noted once a UTC day at most; a
 * use is never delayed by it, and never fails: what cannot be noted is logged and tried again later.
 * `now` gives milliseconds since 1970.
 */
export function createUseNotes(
  store: UseStore,
  log: Log,
  now: () => number = Date.now,
): (keyHash: string) => void {
  const dueAt = new LRUCache<string, number>({ max: maxNoted });
  return (keyHash) => {
    const moment = now();
    if (moment < (dueAt.get(keyHash) ?? 0)) return;
    const day = new Date(moment).toISOString().slice(0, 10);
    dueAt.set(keyHash, (Math.floor(moment / dayMs) + 1) * dayMs);
    store.noteUse(keyHash, day).catch((error: unknown) => {
      dueAt.set(keyHash, moment + retryMs);
      log.error('use_not_noted', error);
    });
  };
}
