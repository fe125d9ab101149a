/**
 * Readings of keys: made once for all that wait for one, and remembered while they are young enough to begin
 * an answer with. Their age counts from the start of the read; a request that joins a read inherits its
 * start (decision 36).
 */
import { type AccountStore, probeKeyHash } from './account-store.ts';
import { createReadingAges } from './reading-ages.ts';
import { createRememberedKeys, type Reading } from './remembered-keys.ts';

export interface KeyReadings {
  /** Returns the remembered reading of a key, if it is young enough to begin an answer with. */
  recall(keyHash: string): Reading | undefined;
  /** Whether a key is being read. */
  isBeingRead(keyHash: string): boolean;
  /** Reads a key, or joins a read of it that no change has overtaken. Rejects if the store cannot be read. */
  read(keyHash: string): Promise<Reading>;
  /** Returns the age of a reading in milliseconds (`reading-ages.ts`). */
  ageOf(reading: Reading): number;
  /** Reads the store's clock, unless it has none of its own. Rejects if the store cannot be read. */
  readClock(): Promise<void>;
  /** Forgets what was read before a change of an account or its keys. */
  accountChanged(accountId: string): void;
  /** Forgets everything that was read before. */
  forgetAll(): void;
}

export interface KeyReadingsOptions {
  readonly store: AccountStore;
  /** Milliseconds, never going back (`clock.ts`). */
  readonly clock: () => number;
  /** The age from which a reading is not used again. */
  readonly reuseMs: number;
  /** The same for a key that the store does not know. */
  readonly unknownMs: number;
  /** The number of keys remembered of each kind (`remembered-keys.ts`). */
  readonly maxRemembered?: number | undefined;
}

interface ReadUnderWay {
  readonly order: number;
  readonly reading: Promise<Reading>;
}

/** Creates the readings of a store; nothing is remembered at first. */
export function createKeyReadings(options: KeyReadingsOptions): KeyReadings {
  const { store, clock, reuseMs, unknownMs, maxRemembered } = options;
  const { hasStoreClock, compareClocks, ageOf } = createReadingAges(clock);
  const remembered = createRememberedKeys(maxRemembered);
  const underWay = new Map<string, ReadUnderWay>();

  const maxAgeOf = ({ record }: Reading) => (record ? reuseMs : Math.min(reuseMs, unknownMs));

  async function readStore(keyHash: string, order = remembered.beginRead()): Promise<Reading> {
    const startedAt = clock();
    const reading = { startedAt, order, ...(await store.findKey(keyHash)) };
    compareClocks(reading);
    return reading;
  }

  return {
    recall(keyHash) {
      const reading = remembered.find(keyHash);
      return reading && ageOf(reading) < maxAgeOf(reading) ? reading : undefined;
    },
    isBeingRead: (keyHash) => underWay.has(keyHash),
    read(keyHash) {
      const joined = underWay.get(keyHash);
      if (joined && remembered.hasSeenChanges(joined.order)) return joined.reading;
      const order = remembered.beginRead();
      const reading = readStore(keyHash, order)
        .then((done) => {
          remembered.remember(keyHash, done);
          return done;
        })
        .finally(() => {
          if (underWay.get(keyHash)?.order === order) underWay.delete(keyHash);
        });
      underWay.set(keyHash, { order, reading });
      return reading;
    },
    ageOf,
    async readClock() {
      if (hasStoreClock()) await readStore(probeKeyHash);
    },
    accountChanged: remembered.accountChanged,
    forgetAll: remembered.forgetAll,
  };
}
