/**
 * What was read about keys, in bounded memory, and which of it was overtaken by a change that was
 * pushed. Nothing here looks at a clock: moments are handed in, and the verifier checks ages.
 */
import { LRUCache } from 'lru-cache';
import type { KeyRecord } from './account-store.ts';

/** One read of the store. */
export interface Reading {
  /** The moment before it was sent: what it says was true then or later. */
  readonly startedAt: number;
  /** Undefined for a key that the store does not know. */
  readonly record: KeyRecord | undefined;
}

export interface RememberedKeys {
  /** The youngest reading of a key, unless a change has overtaken it. */
  find(keyHash: string): Reading | undefined;
  /** Remembers a reading, unless a change has overtaken it or a younger one is there. */
  remember(keyHash: string, reading: Reading): void;
  /** Something of an account or its keys was changed at `moment` or before. */
  accountChanged(accountId: string, moment: number): void;
  /** Anything may have been changed at `moment` or before. */
  forgetAll(moment: number): void;
  /** Whether a read that was started then has seen every change that is known of. */
  hasSeenChanges(startedAt: number): boolean;
}

/** Entries of each kind; keys that nobody issued push out none that are in use. */
const maxEntries = 10_000;

/** Remembers up to `max` keys that are known, and as many that are not. */
export function createRememberedKeys(max = maxEntries): RememberedKeys {
  const known = new LRUCache<string, Reading>({ max });
  const unknown = new LRUCache<string, Reading>({ max });
  let everythingBefore = Number.NEGATIVE_INFINITY;
  let lastChange = Number.NEGATIVE_INFINITY;
  const changes = new LRUCache<string, number>({
    max,
    // A change that is forgotten counts for every account from then on.
    dispose: (moment, _accountId, reason) => {
      if (reason === 'evict') forgetAll(moment);
    },
  });

  function forgetAll(moment: number): void {
    everythingBefore = Math.max(everythingBefore, moment);
    lastChange = Math.max(lastChange, moment);
  }

  /** A read that was started at the very moment of a change may have come before it. */
  function isOvertaken({ startedAt, record }: Reading): boolean {
    const accountId = record?.account?.id;
    // A key without an account may be anybody's.
    const change = accountId === undefined ? lastChange : changes.peek(accountId);
    return startedAt <= Math.max(everythingBefore, change ?? Number.NEGATIVE_INFINITY);
  }

  return {
    find(keyHash) {
      const reading = known.get(keyHash) ?? unknown.get(keyHash);
      return reading && !isOvertaken(reading) ? reading : undefined;
    },
    remember(keyHash, reading) {
      const before = known.peek(keyHash) ?? unknown.peek(keyHash);
      if (isOvertaken(reading) || (before && before.startedAt > reading.startedAt)) return;
      const [kind, other] = reading.record ? [known, unknown] : [unknown, known];
      kind.set(keyHash, reading);
      other.delete(keyHash);
    },
    accountChanged(accountId, moment) {
      changes.set(accountId, moment);
      lastChange = Math.max(lastChange, moment);
    },
    forgetAll,
    hasSeenChanges: (startedAt) => startedAt > lastChange,
  };
}
