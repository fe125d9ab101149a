/** Answers that were made, each in the codings that were asked for, in a bounded amount of memory. */
import { LRUCache } from 'lru-cache';
import type { Coding } from '../../contract/representation.ts';
import { type Representation, transcode } from './representation.ts';

/** How an answer comes into being. */
export interface Recipe {
  /** The coding that `make` gives; the others are made from it. */
  readonly coding: Coding;
  make(): Promise<Representation>;
}

export interface AnswerStore {
  /** The answer of a name in a coding, where it is kept. */
  find(name: string, coding: Coding): Representation | undefined;
  /**
   * The answer of a name in a coding. Made once however many ask, until it has to go for others; a
   * failure is not kept. Rejects as the recipe does.
   */
  make(name: string, coding: Coding, recipe: Recipe): Promise<Representation>;
  /** What is kept at present, in bytes. */
  keptBytes(): number;
}

/** What an answer takes beside its bytes: its name, its tag, the objects that hold them. Measured: 1000. */
export const overheadBytes = 1024;

/** `maxBytes` bounds what is kept; an answer that had to go stays with those who are reading it. */
export function createAnswerStore(maxBytes: number): AnswerStore {
  const kept = new LRUCache<string, Representation>({
    maxSize: maxBytes,
    sizeCalculation: ({ heldBytes }) => heldBytes + overheadBytes,
  });
  const underWay = new Map<string, Promise<Representation>>();

  async function makeAnew(name: string, coding: Coding, recipe: Recipe): Promise<Representation> {
    const made =
      coding === recipe.coding
        ? await recipe.make()
        : await transcode(await make(name, recipe.coding, recipe), coding);
    kept.set(keyOf(name, coding), made);
    return made;
  }

  /** Requests that come while an answer is being made wait for the same one. */
  async function make(name: string, coding: Coding, recipe: Recipe): Promise<Representation> {
    const key = keyOf(name, coding);
    const known = kept.get(key) ?? underWay.get(key);
    if (known) return known;
    const making = makeAnew(name, coding, recipe).finally(() => underWay.delete(key));
    underWay.set(key, making);
    return making;
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
