/**
 * A bounded cache of replies of the account store about keys. A change of an account invalidates the replies about its
 * keys whose read was sent before the message about the change arrived. The cache finds this order without a clock: it
 * numbers reads (when they are sent) and changes (when their message arrives) in one sequence. `reply-ages.ts` computes
 * the ages of replies.
 */
import { LRUCache } from 'lru-cache';
import type { StoreReply } from './account-store.ts';

/** A reply of the account store about a key, with the time (`startedAt`) and sequence number (`order`) of its read. */
export interface KeyReply extends StoreReply {
  /**
   * Time just before the read was sent, in monotonic milliseconds of this machine (`clock.ts`). The reply contains the
   * state of the store at that time or later; after a failover of Redis, it may be up to `storeLagMs` older.
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
   * Caches a reply of the store about a key. Does nothing if a change has invalidated the reply since its read was
   * sent, or if the reply to a later read of the key is cached.
   */
  store(keyHash: string, reply: KeyReply): void;
  /**
   * Invalidates every reply about the account's keys whose read was sent before this call, including replies that have
   * not arrived yet. Also invalidates replies about keys without an account, because such a key may belong to this
   * account.
   */
  invalidateAccount(accountId: string): void;
  /** Invalidates every reply whose read was sent before this call, including replies that have not arrived yet. */
  invalidateAll(): void;
  /**
   * Returns true if the read with the number `order` began after the latest call of `invalidateAccount` or
   * `invalidateAll`, so that its reply contains all changes that are known so far.
   */
  isAfterChanges(order: number): boolean;
}

/**
 * Default of `max` of `createKeyCache`: the maximum number of cached replies about issued keys. The same maximum
 * applies separately to replies about keys that were never issued, so that guessed keys do not evict issued ones.
 */
const maxEntries = 10_000;

/**
 * Creates an empty cache with two parts: the latest replies about issued keys, and those about keys that were never
 * issued. Each part has at most `max` replies; a full part removes its least recently used reply.
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
