/**
 * A bounded cache of replies of the account store about keys. A later change of the account or key makes a reply
 * invalid. The cache orders reads and changes without a clock: it numbers both in one sequence, a read when it is sent
 * and a change when the message about it arrives. `reply-ages.ts` computes the ages of replies.
 */
import { LRUCache } from 'lru-cache';
import type { StoreReply } from './account-store.ts';

/** The reply of the account store about a key, with the time and the number of the read that fetched it. */
export interface KeyReply extends StoreReply {
  /**
   * Time just before the read was sent, in monotonic milliseconds of this machine (`clock.ts`). The reply contains
   * the state of the store at that time or later.
   */
  readonly startedAt: number;
  /**
   * Number of the read, assigned just before the read was sent. Reads and changes of accounts share one sequence of
   * numbers: a change with a higher number came later.
   */
  readonly order: number;
}

/** A cache of replies of the account store about keys. */
export interface KeyCache {
  /**
   * Returns the number of a new read; call it just before the read is sent. Reads of the store and changes of accounts
   * share one sequence of numbers, so that the cache can tell whether a change came after a read.
   */
  beginRead(): number;
  /** Returns the latest reply of the store about a key; undefined if none is cached or a change has invalidated it. */
  find(keyHash: string): KeyReply | undefined;
  /**
   * Caches a reply of the store about a key, unless a change has invalidated it or the reply to a later read is cached.
   */
  store(keyHash: string, reply: KeyReply): void;
  /**
   * Invalidates the replies about an account's keys, also those to reads that are still pending. A reply without an
   * account becomes invalid too, because its key may belong to this account.
   */
  invalidateAccount(accountId: string): void;
  /** Invalidates all replies, also those to reads that are still pending. */
  invalidateAll(): void;
  /**
   * Returns true if the read with this number began after the latest call of `invalidateAccount` or `invalidateAll`, so
   * that its reply contains all known changes.
   */
  isAfterChanges(order: number): boolean;
}

/**
 * Default of `max`: the maximum number of cached replies about issued keys, and again about keys that were never
 * issued. The two kinds are stored separately, so that guessed keys do not evict issued ones.
 */
const maxEntries = 10_000;

/**
 * Creates an empty cache. It keeps the latest reply about each of up to `max` issued keys and up to `max` keys that
 * were never issued; beyond that, it removes the least recently used reply of the same kind.
 */
export function createKeyCache(max = maxEntries): KeyCache {
  const known = new LRUCache<string, KeyReply>({ max });
  const unknown = new LRUCache<string, KeyReply>({ max });
  let last = 0;
  let allInvalidBefore = 0;
  let lastChange = 0;
  const changes = new LRUCache<string, number>({
    max,
    // An evicted change invalidates the replies about every account.
    dispose: (order, _accountId, reason) => {
      if (reason === 'evict') allInvalidBefore = Math.max(allInvalidBefore, order);
    },
  });

  function next(): number {
    last += 1;
    return last;
  }

  function isInvalid({ order, record }: KeyReply): boolean {
    const accountId = record?.account?.id;
    // A key without an account may belong to any account.
    const change = accountId === undefined ? lastChange : changes.peek(accountId);
    return order < Math.max(allInvalidBefore, change ?? 0);
  }

  return {
    beginRead: next,
    find(keyHash) {
      const reply = known.get(keyHash) ?? unknown.get(keyHash);
      return reply && !isInvalid(reply) ? reply : undefined;
    },
    store(keyHash, reply) {
      const before = known.peek(keyHash) ?? unknown.peek(keyHash);
      if (isInvalid(reply) || (before && before.order > reply.order)) return;
      const [target, other] = reply.record ? [known, unknown] : [unknown, known];
      target.set(keyHash, reply);
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
