/** Suggests a correction of an unknown value ("Did you mean …?") from the allowed values. */
import leven from 'leven';
import type { Fault } from './finding.ts';

/** Maximum number of characters that are changed, added or removed in a misspelt text. */
const maxChanges = 3;

/**
 * Returns the candidate that an unknown text probably means, such as `navy` for `nvay`. Case, accents, and the kind of
 * separator do not matter. One character in three may be changed, added or removed; two exchanged neighbours count as
 * one change. Returns undefined if no candidate is that similar, or if several are equally similar.
 */
export function suggest(text: string, candidates: Iterable<string>): string | undefined {
  const folded = fold(text);
  let least = maxChanges;
  let nearest: string[] = [];
  for (const candidate of candidates) {
    const changes = countChanges(folded, fold(candidate), least);
    if (changes === undefined || changes > least) continue;
    nearest = changes < least ? [candidate] : [...nearest, candidate].slice(0, 2);
    least = changes;
  }
  return nearest.length === 1 ? nearest[0] : undefined;
}

/**
 * Returns how many characters differ; undefined if the texts are not similar, or more than `most` characters differ. In
 * texts of several words, such as `photos/navy-front.jpg`, each word must be similar to the one at its place.
 */
function countChanges(text: string, other: string, most: number): number | undefined {
  if (text === other) return 0;
  const changes = leven(text, other, { maxDistance: most + 1 });
  if (changes > most) return undefined;
  const [words, others] = [text.split(/[-/.]/), other.split(/[-/.]/)];
  const isSame = words.length === others.length;
  const pairs = isSame ? words.map((word, at) => [word, others[at] ?? ''] as const) : [];
  const areSimilar = isSame ? pairs.every((pair) => isSimilar(...pair)) : isSimilar(text, other);
  if (!areSimilar) return undefined;
  return isExchanged(text, other) ? 1 : changes;
}

function isSimilar(word: string, other: string): boolean {
  if (word === other || isExchanged(word, other)) return true;
  const common = Math.min(word.length, other.length);
  if (common >= 3 && word.slice(0, common) === other.slice(0, common)) return true;
  return leven(word, other) <= Math.floor(word.length / 3);
}

/** Returns true if two neighbouring characters are exchanged, and nothing else differs: `nvay`, `navy`. */
function isExchanged(text: string, other: string): boolean {
  if (text.length !== other.length) return false;
  const at = [...text].findIndex((character, index) => character !== other[index]);
  const [first = '', second = ''] = text.slice(Math.max(at, 0));
  return at !== -1 && text.slice(0, at) + second + first + text.slice(at + 2) === other;
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

/** The allowed values, and the suggestions found so far: unknown value → suggestion, or undefined. */
interface Known {
  readonly allowed: readonly string[];
  readonly suggestions: Map<string, string | undefined>;
}

const lists = new WeakMap<ReadonlySet<string>, Known>();

/**
 * Returns the members `allowed` and `suggestion` of a fault about an unknown value. Caches suggestions for each `Set`
 * object, because the same unknown id is often used many times, and makes 300,000 comparisons with it at most.
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
