/** "Did you mean …?": the allowed values and the one that was probably meant. */
import leven from 'leven';
import type { Fault } from './finding.ts';

/**
 * Returns the only nearest candidate: equal but for case, accents and separators, or a few letters
 * off. Undefined if none is near or several are equally near.
 */
export function suggest(text: string, candidates: Iterable<string>): string | undefined {
  const folded = fold(text);
  let least = Math.min(3, Math.floor(text.length / 2));
  let nearest: string[] = [];
  for (const candidate of candidates) {
    const distance = leven(folded, fold(candidate), { maxDistance: least + 1 });
    if (distance > least) continue;
    nearest = distance < least ? [candidate] : [...nearest, candidate].slice(0, 2);
    least = distance;
  }
  return nearest.length === 1 ? nearest[0] : undefined;
}

/** Returns a text without case, accents and the choice of separator: equal for two spellings of one name. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
}

/** Comparisons for one list: if far more values are unknown, misspelling is not the reason. */
const comparisonLimit = 300_000;

interface Known {
  readonly allowed: readonly string[];
  /** By unknown value. */
  readonly suggestions: Map<string, string | undefined>;
}

const lists = new WeakMap<ReadonlySet<string>, Known>();

/** Returns the hints for a value; computed once, since a missing id is often named many times. */
export function hintsFor(
  value: string,
  values: ReadonlySet<string>,
  suggestOne: typeof suggest = suggest,
): Pick<Fault, 'allowed' | 'suggestion'> {
  const known = lists.get(values) ?? { allowed: [...values], suggestions: new Map() };
  lists.set(values, known);
  const { allowed, suggestions } = known;
  const isWithinLimit = suggestions.size * allowed.length < comparisonLimit;
  if (!suggestions.has(value) && isWithinLimit) suggestions.set(value, suggestOne(value, allowed));
  const suggestion = suggestions.get(value);
  return suggestion === undefined ? { allowed } : { allowed, suggestion };
}
