/** Suggests a correction of an unknown value ("Did you mean …?") from the allowed values. */
import leven from 'leven';
import type { Fault } from './finding.ts';

/**
 * Returns the candidate that is most similar to an unknown text, such as `navy` for `nvay`. Case and accents do not
 * matter, and spaces and underscores count as hyphens. At most 3 characters, and at most half of the length of the
 * text, may have to be changed, added or removed. Returns undefined if no candidate is that similar, or if several are
 * equally similar.
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

/** Normalizes a text for comparison: `bleu-fonce` for `Bleu foncé` or `bleu_foncé`. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
}

/**
 * Maximum number of comparisons of unknown values with one list of allowed values. When it is reached, further
 * unknown values get no suggestion: there are so many of them that misspelling is not the reason.
 */
const comparisonLimit = 300_000;

/** A list of allowed values, and the suggestions found so far for unknown values. */
interface Known {
  readonly allowed: readonly string[];
  /** Unknown value → suggestion, or undefined if no allowed value is close. */
  readonly suggestions: Map<string, string | undefined>;
}

const lists = new WeakMap<ReadonlySet<string>, Known>();

/**
 * Returns the members `allowed` and `suggestion` of a fault about an unknown value: all allowed `values`, and the one
 * that `suggestOne` finds, if any. Caches suggestions for each `Set` object, because the same unknown id is often used
 * many times; a copy of the set has its own cache. After 300,000 comparisons with one set object, further values get no
 * suggestion.
 */
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
