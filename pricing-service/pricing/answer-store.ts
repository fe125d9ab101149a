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
  /**
   * The answer of a name in a coding. Made once however many ask, until it has to go for others; a
   * failure is not kept. Rejects as the recipe does.
   */
  read(name: string, coding: Coding, recipe: Recipe): Promise<Representation>;
  /** What is kept at present, in bytes. */
  keptBytes(): number;
}

/** What an answer takes beside its bytes: its name, its tag, the objects that hold them. */
export const overheadBytes = 1024;

/** `maxBytes` bounds what is kept; an answer that had to go stays with those who are reading it. */
export function createAnswerStore(maxBytes: number): AnswerStore {
  const kept = new LRUCache<string, Representation>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => (bytes?.length ?? 0) + overheadBytes,
  });
  const underWay = new Map<string, Promise<Representation>>();

  async function make(name: string, coding: Coding, recipe: Recipe): Promise<Representation> {
    if (coding === recipe.coding) return recipe.make();
    return transcode(await read(name, recipe.coding, recipe), coding);
  }

  /** Requests that come while an answer is being made wait for the same one. */
  function makeOnce(key: string, name: string, coding: Coding, recipe: Recipe) {
    const joined = underWay.get(key);
    if (joined) return joined;
    const making = make(name, coding, recipe)
      .then((made) => {
        kept.set(key, made);
        return made;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, making);
    return making;
  }

  async function read(name: string, coding: Coding, recipe: Recipe): Promise<Representation> {
    const key = `${coding} ${name}`;
    return kept.get(key) ?? makeOnce(key, name, coding, recipe);
  }

  return { read, keptBytes: () => kept.calculatedSize };
}
