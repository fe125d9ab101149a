/**
 * Answers of earlier builds by the hash of the question: a pure step that is dear asks here first.
 * It lives in one file of the cache's folder and is as bounded and as careful as the index.
 */
import { join } from 'node:path';
import { ageLines } from './age-lines.ts';
import { compilerVersion } from './compiler-version.ts';
import { type IndexLine, readIndex, writeIndex } from './index-file.ts';

export interface Memo<Value> {
  /** The value that a build of this compiler remembered under a key. */
  get(key: string): Value | undefined;
  /** Remembers a value, which JSON must be able to hold, under a key without a space in it. */
  set(key: string, value: Value): void;
  /** Writes down what was asked for or remembered, and what the last builds used. */
  save(): Promise<void>;
}

/** Opens the memo of a name in the cache's folder; null as folder is a memo that forgets. */
export async function openMemo<Value>(folder: string | null, name: string): Promise<Memo<Value>> {
  if (folder === null) return { get: () => undefined, set() {}, async save() {} };
  const path = join(folder, `${name}.memo`);
  const compiler = await compilerVersion();
  const lines = (await readIndex(path, compiler))?.lines ?? [];
  const known = new Map(lines.map(({ key, json }) => [key, json]));
  const used = new Map<string, IndexLine>();
  return {
    get(key) {
      const json = known.get(key);
      if (json === undefined) return undefined;
      used.set(key, { age: 0, key, json });
      return JSON.parse(json) as Value;
    },
    set(key, value) {
      const json = JSON.stringify(value);
      known.set(key, json);
      used.set(key, { age: 0, key, json });
    },
    async save() {
      // Sorted: the order of questions may be that in which files happened to be read.
      const now = [...used.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
      const { kept } = ageLines(now, lines);
      if (kept !== lines)
        await writeIndex(path, { header: { compiler, documents: [] }, lines: kept });
    },
  };
}
