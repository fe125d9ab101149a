/**
 * The index that a build leaves behind. It is written line by line, since the records of a large catalogue
 * would fill the memory; as long as they are those that stand, in their order, nothing is written.
 */
import { ageLines } from './age-lines.ts';
import { draftIndex, type IndexDraft, type IndexHeader, type IndexLine } from './index-file.ts';
import { textsOf } from './records.ts';

export interface NextIndex {
  /** Adds a record that this build made or used; their order is that of the next build's offsets. */
  use(key: string, json: string): Promise<void>;
  /** Adds the records that outlive this build and replaces the index; gives those that go. */
  finish(header: IndexHeader): Promise<readonly IndexLine[]>;
  /** Removes what was written of one that is not finished. */
  discard(): Promise<void>;
}

/** Starts the successor of the index at a path, which has these lines. */
export function createNextIndex(path: string, before: readonly IndexLine[]): NextIndex {
  const current = before.filter(({ age }) => age === 0);
  const texts = textsOf(before);
  const used = new Map<string, string>();
  /** How many of the current lines were used again, the first ones and no other. */
  let same = 0;
  let draft: IndexDraft | undefined;
  const differ = async (): Promise<IndexDraft> => {
    if (draft) return draft;
    draft = await draftIndex(path);
    for (const line of current.slice(0, same)) await draft.add(line);
    return draft;
  };
  return {
    async use(key, json) {
      if (texts.has(key)) used.set(key, json);
      const next = current[same];
      if (draft === undefined && next?.key === key && next.json === json) same += 1;
      else await (await differ()).add({ age: 0, key, json });
    },
    async finish(header) {
      if (draft === undefined && same === current.length) return [];
      const written = await differ();
      const { kept, dropped } = ageLines(before, used);
      for (const line of kept) await written.add(line);
      await written.finish(header);
      return dropped;
    },
    discard: async () => draft?.discard(),
  };
}
