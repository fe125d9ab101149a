/**
 * Reads keys from the account store and caches its replies, the readings. Concurrent requests for the same
 * key share one read. The age of a reading is counted from when its read was sent, also for a request that
 * joined the read later (decision 36).
 */
import { type AccountStore, probeKeyHash } from './account-store.ts';
import { createKeyCache, type KeyReading } from './key-cache.ts';
import { createReadingAges } from './reading-ages.ts';

export interface KeyReader {
  /** Returns the cached reading of a key if it is fresh enough to start an answer. */
  findFresh(keyHash: string): KeyReading | undefined;
  /** Returns true if a read of the key is pending. */
  isPending(keyHash: string): boolean;
  /**
   * Reads a key from the store, or waits for a pending read of the same key if that began after every known
   * change. Rejects if the store cannot be read.
   */
  read(keyHash: string): Promise<KeyReading>;
  /** Returns the age of a reading in milliseconds (`reading-ages.ts`). */
  ageOf(reading: KeyReading): number;
  /** Reads the store's clock, if it has one. Rejects if the store cannot be read. */
  readClock(): Promise<void>;
  /**
   * Invalidates the cached readings of an account's keys, and those from reads that are still pending.
   */
  invalidateAccount(accountId: string): void;
  /** Invalidates all cached readings, and those from reads that are still pending. */
  invalidateAll(): void;
}

export interface KeyReaderOptions {
  readonly store: AccountStore;
  /** Monotonic milliseconds (`clock.ts`). */
  readonly clock: () => number;
  /** Age in milliseconds from which a reading is not reused. */
  readonly reuseMs: number;
  /** Age in milliseconds from which a reading of an unknown key is not reused. */
  readonly unknownMs: number;
  /** Maximum number of cached issued keys, and also of cached unknown keys (`key-cache.ts`). */
  readonly maxCached?: number | undefined;
}

interface PendingRead {
  readonly order: number;
  readonly reading: Promise<KeyReading>;
}

/** Creates a reader of keys in the account store, with an empty cache. */
export function createKeyReader(options: KeyReaderOptions): KeyReader {
  const { store, clock, reuseMs, unknownMs, maxCached } = options;
  const { hasStoreClock, compareClocks, ageOf } = createReadingAges(clock);
  const cache = createKeyCache(maxCached);
  const pending = new Map<string, PendingRead>();

  const maxAgeOf = ({ record }: KeyReading) => (record ? reuseMs : Math.min(reuseMs, unknownMs));

  async function readStore(keyHash: string, order = cache.beginRead()): Promise<KeyReading> {
    const startedAt = clock();
    const reading = { startedAt, order, ...(await store.findKey(keyHash)) };
    compareClocks(reading);
    return reading;
  }

  return {
    findFresh(keyHash) {
      const reading = cache.find(keyHash);
      return reading && ageOf(reading) < maxAgeOf(reading) ? reading : undefined;
    },
    isPending: (keyHash) => pending.has(keyHash),
    read(keyHash) {
      const joined = pending.get(keyHash);
      if (joined && cache.isAfterChanges(joined.order)) return joined.reading;
      const order = cache.beginRead();
      const reading = readStore(keyHash, order)
        .then((done) => {
          cache.store(keyHash, done);
          return done;
        })
        .finally(() => {
          if (pending.get(keyHash)?.order === order) pending.delete(keyHash);
        });
      pending.set(keyHash, { order, reading });
      return reading;
    },
    ageOf,
    async readClock() {
      if (hasStoreClock()) await readStore(probeKeyHash);
    },
    invalidateAccount: cache.invalidateAccount,
    invalidateAll: cache.invalidateAll,
  };
}
