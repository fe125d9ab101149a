/**
 * What was read about keys, in bounded memory, and which of it was overtaken by a change that was
 * pushed. Nothing here looks at a clock: reads and changes are numbered in the order in which they
 * begin and are heard of; `reading-ages.ts` measures ages.
 */
import { LRUCache } from 'lru-cache';
import type { StoreReply } from './account-store.ts';

/** One read of the store. */
export interface Reading extends StoreReply {
  /** The moment before it was sent, on our clock: what it says was true then or later. */
  readonly startedAt: number;
  /** Its number among reads and changes, given before it was sent. */
  readonly order: number;
}

export interface RememberedKeys {
  /** Numbers a read that is about to be sent. */
  beginRead(): number;
  /** The youngest reading of a key, unless a change has overtaken it. */
  find(keyHash: string): Reading | undefined;
  /** Remembers a reading, unless a change has overtaken it or a younger one is there. */
  remember(keyHash: string, reading: Reading): void;
  /** Something of an account or its keys was changed before now. */
  accountChanged(accountId: string): void;
  /** Anything may have been changed before now. */
  forgetAll(): void;
  /** Whether a read of that number was begun after every change that is known of. */
  hasSeenChanges(order: number): boolean;
}

/** Entries of each kind; keys that nobody issued push out none that are in use. */
const maxEntries = 10_000;

/** Remembers up to `max` keys that are known, and as many that are not. */
export function createRememberedKeys(max = maxEntries): RememberedKeys {
  const known = new LRUCache<string, Reading>({ max });
  const unknown = new LRUCache<string, Reading>({ max });
  let last = 0;
  let everythingBefore = 0;
  let lastChange = 0;
  const changes = new LRUCache<string, number>({
    max,
    // A change that is forgotten counts for every account from then on.
    dispose: (order, _accountId, reason) => {
      if (reason === 'evict') everythingBefore = Math.max(everythingBefore, order);
    },
  });

  function next(): number {
    last += 1;
    return last;
  }

  function isOvertaken({ order, record }: Reading): boolean {
    const accountId = record?.account?.id;
    // A key without an account may be anybody's.
    const change = accountId === undefined ? lastChange : changes.peek(accountId);
    return order < Math.max(everythingBefore, change ?? 0);
  }

  return {
    beginRead: next,
    find(keyHash) {
      const reading = known.get(keyHash) ?? unknown.get(keyHash);
      return reading && !isOvertaken(reading) ? reading : undefined;
    },
    remember(keyHash, reading) {
      const before = known.peek(keyHash) ?? unknown.peek(keyHash);
      if (isOvertaken(reading) || (before && before.order > reading.order)) return;
      const [kind, other] = reading.record ? [known, unknown] : [unknown, known];
      kind.set(keyHash, reading);
      other.delete(keyHash);
    },
    accountChanged(accountId) {
      lastChange = next();
      changes.set(accountId, lastChange);
    },
    forgetAll() {
      lastChange = next();
      everythingBefore = lastChange;
    },
    hasSeenChanges: (order) => order > lastChange,
  };
}
