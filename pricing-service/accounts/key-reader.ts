/**
 * Reads keys from the account store and caches its replies. Concurrent requests for the same key share one read. The
 * age of a reply is counted from when its read was sent, also for a request that joined the read later.
 */
import { type AccountStore, probeKeyHash } from './account-store.ts';
import { createKeyCache, type KeyReply } from './key-cache.ts';
import { createReplyAges } from './reply-ages.ts';

/** Reads keys from an account store, and caches the replies. */
export interface KeyReader {
  /**
   * Returns the cached reply of the store about a key, or undefined if none is cached, if a change has invalidated it,
   * or if it is too old. It is too old from the age `reuseMs` on; if it says that the key was never issued, from the
   * smaller of `reuseMs` and `unknownMs` on.
   */
  findFresh(keyHash: string): KeyReply | undefined;
  /**
   * Returns true if `read` would wait for a pending read of the same key, and false if it would send a read to the
   * store.
   */
  wouldJoin(keyHash: string): boolean;
  /**
   * Reads a key from the store, or waits for a pending read of the same key if that read was sent after the latest
   * change of any account. Rejects if `findKey` of the store does.
   */
  read(keyHash: string): Promise<KeyReply>;
  /**
   * Returns the age of a reply of the store in milliseconds, counted from when its read was sent; `Infinity` if the
   * store's clock was set back after the reply (`reply-ages.ts`).
   */
  ageOf(reply: KeyReply): number;
  /**
   * Reads the store's clock, so that `ageOf` also counts time during which this machine was paused and its own clock
   * stood still. Does nothing until a reply of the store has contained a time. Rejects if `findKey` of the store does.
   */
  readClock(): Promise<void>;
  /**
   * Invalidates every reply about the account's keys whose read was sent before this call, including replies that have
   * not arrived yet (`key-cache.ts`).
   */
  invalidateAccount(accountId: string): void;
  /** Invalidates every reply whose read was sent before this call, including replies that have not arrived yet. */
  invalidateAll(): void;
}

/** The store, the clock and the cache limits of a reader of keys. */
export interface KeyReaderOptions {
  readonly store: AccountStore;
  /** Returns monotonic milliseconds (`clock.ts`). */
  readonly clock: () => number;
  /** Age in milliseconds from which a cached reply of the store is not reused. */
  readonly reuseMs: number;
  /** Age in milliseconds from which a cached reply is not reused if it says that a key was never issued. */
  readonly unknownMs: number;
  /**
   * Maximum number of cached replies about issued keys. The same maximum applies separately to replies about keys that
   * were never issued.
   */
  readonly maxCached?: number | undefined;
}

interface PendingRead {
  readonly order: number;
  readonly reply: Promise<KeyReply>;
}

/** Creates a reader of keys in `options.store`. Its cache of replies is empty at first. */
export function createKeyReader(options: KeyReaderOptions): KeyReader {
  const { store, clock, reuseMs, unknownMs, maxCached } = options;
  const { hasStoreClock, compareClocks, ageOf } = createReplyAges(clock);
  const cache = createKeyCache(maxCached);
  const pending = new Map<string, PendingRead>();

  const maxAgeOf = ({ record }: KeyReply) => (record ? reuseMs : Math.min(reuseMs, unknownMs));

  async function readStore(keyHash: string, order = cache.beginRead()): Promise<KeyReply> {
    const startedAt = clock();
    const reply = { startedAt, order, ...(await store.findKey(keyHash)) };
    compareClocks(reply);
    return reply;
  }

  /** Returns the pending read of a key if it was sent after the latest change of any account; otherwise undefined. */
  function findJoinable(keyHash: string): PendingRead | undefined {
    const read = pending.get(keyHash);
    return read && cache.isAfterChanges(read.order) ? read : undefined;
  }

  return {
    findFresh(keyHash) {
      const reply = cache.find(keyHash);
      return reply && ageOf(reply) < maxAgeOf(reply) ? reply : undefined;
    },
    wouldJoin: (keyHash) => findJoinable(keyHash) !== undefined,
    read(keyHash) {
      const joined = findJoinable(keyHash);
      if (joined) return joined.reply;
      const order = cache.beginRead();
      const reply = readStore(keyHash, order)
        .then((done) => {
          cache.store(keyHash, done);
          return done;
        })
        .finally(() => {
          if (pending.get(keyHash)?.order === order) pending.delete(keyHash);
        });
      pending.set(keyHash, { order, reply });
      return reply;
    },
    ageOf,
    async readClock() {
      if (hasStoreClock()) await readStore(probeKeyHash);
    },
    invalidateAccount: cache.invalidateAccount,
    invalidateAll: cache.invalidateAll,
  };
}
