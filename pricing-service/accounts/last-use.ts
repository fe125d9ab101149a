/** Records the day on which each key was last used, so that operators can find unused keys. */
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';
import type { LastUseStore } from './redis-account-store.ts';

const dayMs = 86_400_000;

/** Minimum milliseconds before a failed record of a key is retried. */
const retryMs = 60_000;

const maxKeys = 20_000;

/**
 * Returns a function to call with the hash of a key at each use. It writes at most once per key and UTC day, without
 * delaying the request; failures are logged and retried at a later use. `now` returns milliseconds since 1970.
 */
export function createLastUseRecorder(
  store: LastUseStore,
  log: Log,
  now: () => number = Date.now,
): (keyHash: string) => void {
  const dueAt = new LRUCache<string, number>({ max: maxKeys });
  return (keyHash) => {
    const usedAt = now();
    if (usedAt < (dueAt.get(keyHash) ?? 0)) return;
    const day = new Date(usedAt).toISOString().slice(0, 10);
    dueAt.set(keyHash, (Math.floor(usedAt / dayMs) + 1) * dayMs);
    store.recordUse(keyHash, day).catch((error: unknown) => {
      dueAt.set(keyHash, usedAt + retryMs);
      log.error('use_not_noted', error);
    });
  };
}
