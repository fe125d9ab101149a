/** Which records of the cache outlive a build that did not use them. */
import type { IndexLine } from './index-file.ts';

/** How many builds a record outlives without being used, so that an edit taken back is still at hand. */
const keptBuilds = 3;

/** What is kept of the lines that stood before, a build older; `used` has the keys of this build with their records. */
export function ageLines(
  before: readonly IndexLine[],
  used: ReadonlyMap<string, string>,
): { readonly kept: readonly IndexLine[]; readonly dropped: readonly IndexLine[] } {
  const old = before
    .filter(({ key, json }) => used.get(key) !== json)
    .map((line) => ({ ...line, age: line.age + 1 }));
  return {
    kept: old.filter(({ age }) => age < keptBuilds),
    dropped: old.filter(({ age }) => age >= keptBuilds),
  };
}
