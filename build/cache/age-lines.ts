/** Which records of the cache are kept from build to build. */
import type { IndexLine } from './index-file.ts';

/** How many builds a record outlives without being used, so that an edit taken back is still at hand. */
const keptBuilds = 3;

/**
 * What is kept of the lines that stood before and of those that this build used, which come first
 * and in order. When the build used what the last one did, `kept` is `before` itself.
 */
export function ageLines(
  used: readonly IndexLine[],
  before: readonly IndexLine[],
): { readonly kept: readonly IndexLine[]; readonly dropped: readonly IndexLine[] } {
  const current = before.filter(({ age }) => age === 0);
  const isSame = ({ key, json }: IndexLine, at: number) =>
    key === current[at]?.key && json === current[at]?.json;
  if (used.length === current.length && used.every(isSame)) return { kept: before, dropped: [] };
  const fresh = new Map(used.map((line) => [line.key, line]));
  const old = before
    .filter(({ key, json }) => fresh.get(key)?.json !== json)
    .map((line) => ({ ...line, age: line.age + 1 }));
  return {
    kept: [...used, ...old.filter(({ age }) => age < keptBuilds)],
    dropped: old.filter(({ age }) => age >= keptBuilds),
  };
}
