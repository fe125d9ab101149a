/**
 * A bounded cache of readings, the replies of the account store about keys. A later change of the account or
 * key makes a reading invalid. The cache orders reads and changes without a clock: it numbers both in one
 * sequence, a read when it is sent and a change when the message about it arrives. `reading-ages.ts` computes
 * the ages of readings.
 */
import { LRUCache } from 'lru-cache';
import type { StoreReply } from './account-store.ts';

/** The reply of the account store about a key, with the time and the number of the read that fetched it. */
export interface KeyReading extends StoreReply {
  /**
   * Time at which the read was sent, by this machine's clock; the reply is at least that recent.
   */
  readonly startedAt: number;
  /** The number of the read in the sequence of reads and changes, assigned before it was sent. */
  readonly order: number;
}

export interface KeyCache {
  /**
   * Takes the next number in the sequence of reads and changes, and returns it. Call it just before a read is
   * sent.
   */
  beginRead(): number;
  /** Returns the latest reading of a key, unless a change has invalidated it. */
  find(keyHash: string): KeyReading | undefined;
  /** Stores a reading, unless a change has invalidated it or a later one is stored. */
  store(keyHash: string, reading: KeyReading): void;
  /**
   * Invalidates the cached readings of an account's keys, and those from reads that are still pending.
   */
  invalidateAccount(accountId: string): void;
  /** Invalidates all cached readings, and those from reads that are still pending. */
  invalidateAll(): void;
  /** Returns true if the read with this number began after every known change. */
  isAfterChanges(order: number): boolean;
}

/**
 * Default maximum of cached issued keys, and also of cached unknown keys. The two kinds are stored
 * separately, so that guessed keys do not evict valid ones.
 */
const maxEntries = 10_000;

/**
 * Creates an empty cache. It keeps the latest readings of up to `max` issued keys and of up to `max` keys
 * that were never issued; beyond that, it removes the least recently used reading.
 */
export function createKeyCache(max = maxEntries): KeyCache {
  const known = new LRUCache<string, KeyReading>({ max });
  const unknown = new LRUCache<string, KeyReading>({ max });
  let last = 0;
  let allInvalidBefore = 0;
  let lastChange = 0;
  const changes = new LRUCache<string, number>({
    max,
    // An evicted change invalidates the readings of every account.
    dispose: (order, _accountId, reason) => {
      if (reason === 'evict') allInvalidBefore = Math.max(allInvalidBefore, order);
    },
  });

  function next(): number {
    last += 1;
    return last;
  }

  function isInvalid({ order, record }: KeyReading): boolean {
    const accountId = record?.account?.id;
    // A key without an account may belong to any account.
    const change = accountId === undefined ? lastChange : changes.peek(accountId);
    return order < Math.max(allInvalidBefore, change ?? 0);
  }

  return {
    beginRead: next,
    find(keyHash) {
      const reading = known.get(keyHash) ?? unknown.get(keyHash);
      return reading && !isInvalid(reading) ? reading : undefined;
    },
    store(keyHash, reading) {
      const before = known.peek(keyHash) ?? unknown.peek(keyHash);
      if (isInvalid(reading) || (before && before.order > reading.order)) return;
      const [target, other] = reading.record ? [known, unknown] : [unknown, known];
      target.set(keyHash, reading);
      other.delete(keyHash);
    },
    invalidateAccount(accountId) {
      lastChange = next();
      changes.set(accountId, lastChange);
    },
    invalidateAll() {
      lastChange = next();
      allInvalidBefore = lastChange;
    },
    isAfterChanges: (order) => order > lastChange,
  };
}
