/** Caches answers in the content codings that clients request, in a limited amount of memory. */
import { LRUCache } from 'lru-cache';
import type { Coding } from '../../contract/representation.ts';
import { type Representation, transcode } from './representation.ts';

/** Makes an answer when the cache does not have it. */
export interface AnswerMaker {
  /** The coding of the answer that `make` returns. Other codings are made from it, so it cannot be Brotli. */
  readonly coding: Exclude<Coding, 'br'>;
  make(): Promise<Representation>;
}

/** A cache of answers by name and content coding. */
export interface AnswerStore {
  /** Returns the cached answer with this name and coding, or undefined if it is not cached. */
  find(name: string, coding: Coding): Representation | undefined;
  /**
   * Returns an answer by its name and coding; if it is not cached, makes and caches it. Concurrent calls for the same
   * answer share the work. If `maker` makes another coding, its answer is converted to the requested coding, and only
   * the converted answer is cached. An answer that is larger than the whole cache is not cached. Rejects if `maker`
   * does; errors are not cached.
   */
  make(name: string, coding: Coding, maker: AnswerMaker): Promise<Representation>;
  /** Returns the size of the cache in bytes: the bytes of each answer in memory, plus `overheadBytes` for each. */
  cachedBytes(): number;
}

/** Bytes of memory of a cached answer besides its body: name, entity tag, objects. Measured: 1000. */
export const overheadBytes = 1024;

/**
 * Creates an empty cache of answers with at most `maxBytes`. An answer that is evicted while it is being sent is still
 * sent completely.
 */
export function createAnswerStore(maxBytes: number): AnswerStore {
  const cached = new LRUCache<string, Representation>({
    maxSize: maxBytes,
    sizeCalculation: ({ heldBytes }) => heldBytes + overheadBytes,
  });
  const pending = new Map<string, Promise<Representation>>();

  async function makeUncached(
    name: string,
    coding: Coding,
    maker: AnswerMaker,
  ): Promise<Representation> {
    if (coding === maker.coding) return maker.make();
    return transcode(await makeOnce(name, maker.coding, maker), coding);
  }

  /**
   * Returns the cached answer, or the result of a pending call for the same answer; otherwise makes the answer. Does
   * not cache it.
   */
  function makeOnce(name: string, coding: Coding, maker: AnswerMaker): Promise<Representation> {
    const key = keyOf(name, coding);
    const found = cached.get(key);
    if (found) return Promise.resolve(found);
    const joined = pending.get(key);
    if (joined) return joined;
    const making = makeUncached(name, coding, maker);
    pending.set(key, making);
    const forget = () => pending.delete(key);
    making.then(forget, forget);
    return making;
  }

  /**
   * Returns an answer and caches it in the requested coding. If it is converted from another coding, the answer in that
   * coding is not cached, because clients might never request it.
   */
  async function make(name: string, coding: Coding, maker: AnswerMaker): Promise<Representation> {
    const made = await makeOnce(name, coding, maker);
    cached.set(keyOf(name, coding), made);
    return made;
  }

  return {
    find: (name, coding) => cached.get(keyOf(name, coding)),
    make,
    cachedBytes: () => cached.calculatedSize,
  };
}

function keyOf(name: string, coding: Coding): string {
  return `${coding} ${name}`;
}
