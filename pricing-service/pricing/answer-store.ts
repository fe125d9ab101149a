/** Keeps answers, each in the codings that clients asked for, in a bounded amount of memory. */
import { LRUCache } from 'lru-cache';
import type { Coding } from '../../contract/representation.ts';
import { type Representation, transcode } from './representation.ts';

/** How an answer is made. */
export interface Recipe {
  /** The coding that `make` returns; the others are made from it. */
  readonly coding: Coding;
  make(): Promise<Representation>;
}

export interface AnswerStore {
  /** Returns the answer of a name in a coding, or undefined where it is not kept. */
  find(name: string, coding: Coding): Representation | undefined;
  /**
   * Returns the answer of a name in a coding and keeps it, until others take its place. Requests at the
   * same time share one; the coding that it is made from is kept only if a request asks for it too. A
   * failure is not kept. Rejects as the recipe does.
   */
  make(name: string, coding: Coding, recipe: Recipe): Promise<Representation>;
  /** Returns the bytes that are kept at present, with `overheadBytes` for each answer. */
  keptBytes(): number;
}

/** What an answer takes beside its bytes: its name, its tag, the objects that hold them. Measured: 1000. */
export const overheadBytes = 1024;

/** Returns an empty store. `maxBytes` bounds what it keeps; an answer that is removed can still be read. */
export function createAnswerStore(maxBytes: number): AnswerStore {
  const kept = new LRUCache<string, Representation>({
    maxSize: maxBytes,
    sizeCalculation: ({ heldBytes }) => heldBytes + overheadBytes,
  });
  const underWay = new Map<string, Promise<Representation>>();

  async function makeAnew(name: string, coding: Coding, recipe: Recipe): Promise<Representation> {
    if (coding === recipe.coding) return recipe.make();
    return transcode(await makeOnce(name, recipe.coding, recipe), coding);
  }

  /** Requests that arrive while an answer is being made wait for the same one. */
  function makeOnce(name: string, coding: Coding, recipe: Recipe): Promise<Representation> {
    const key = keyOf(name, coding);
    const known = kept.get(key);
    if (known) return Promise.resolve(known);
    const waitedFor = underWay.get(key);
    if (waitedFor) return waitedFor;
    const making = makeAnew(name, coding, recipe);
    underWay.set(key, making);
    const forget = () => underWay.delete(key);
    making.then(forget, forget);
    return making;
  }

  /** Only this keeps an answer: the one that another coding is made from may never be asked for. */
  async function make(name: string, coding: Coding, recipe: Recipe): Promise<Representation> {
    const made = await makeOnce(name, coding, recipe);
    kept.set(keyOf(name, coding), made);
    return made;
  }

  return {
    find: (name, coding) => kept.get(keyOf(name, coding)),
    make,
    keptBytes: () => kept.calculatedSize,
  };
}

function keyOf(name: string, coding: Coding): string {
  return `${coding} ${name}`;
}
