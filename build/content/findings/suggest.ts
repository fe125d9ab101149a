/** Suggests a correction of an unknown value ("Did you mean …?") from the allowed values. */
import leven from 'leven';
import { memoize } from '../memoize.ts';
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
  const areSimilar =
    words.length === others.length
      ? words.every((word, at) => isSimilar(word, others[at] as string))
      : isSimilar(text, other);
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
  const at = Array.from(other).findIndex((character, index) => character !== text[index]);
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

/** The English and French spellings of a size, in lower case without separators; the first stands for all. */
const spellings = [
  'xs xsm xsmall extrasmall tp',
  's sm sml small p petit',
  'm md med medium moyen',
  'l lg lrg lge large g grand',
  'xl 1xl 1x xlg xlrg xlarge extralarge tg',
  'osfa os osfm osfq o/s onesize onesizefitsall onesizefitsmost onsz tu tailleunique unique',
].map((group) => group.split(' '));

/**
 * Returns the candidate that is another spelling of the unknown size `text`, such as `3XL` for `XXXL`; otherwise the
 * most similar one, but not another size, such as `2XL` for `XL`. Returns undefined if several match equally well.
 */
export function suggestSize(text: string, candidates: Iterable<string>): string | undefined {
  const all = [...candidates];
  const size = sizeOf(text);
  const same = all.filter((candidate) => candidate === text || sizeOf(candidate) === size);
  if (same.length > 0) return same.length === 1 ? same[0] : undefined;
  const nearest = suggest(text, all);
  if (nearest === undefined) return undefined;
  const [meant, found] = [sizeIn(text), sizeIn(nearest)];
  // The difference between XL and 2XL, or 32W and 34W, is no misspelling.
  return meant !== undefined && found !== undefined && meant !== found ? undefined : nearest;
}

/**
 * Returns a key that is the same for all spellings of a size: `3xl` for `XXXL`, `3X` and `3 XL`, and `s` for `Small`.
 * For a text that is no size, returns it in lower case without separators.
 */
function sizeOf(text: string): string {
  const plain = text.toLowerCase().replace(/[\s._-]/g, '');
  const [, count, letters] =
    /^(?:([2-9]|10)x?|(x{2,}))(?:l|lg|lrg|large)$/.exec(plain) ?? /^([2-9]|10)x$/.exec(plain) ?? [];
  if (count !== undefined || letters !== undefined) return `${count ?? letters?.length}xl`;
  return spellings.find((group) => group.includes(plain))?.[0] ?? plain;
}

/**
 * Matches a key (`sizeOf`) that is a size: letters, also of youth, tall and petite sizes (`m`, `2xl`, `yl`, `xlt`), a
 * number with or without a unit (`32`, `18m`), or a width and a length (`32x34`).
 */
const sizePattern = /^(?:osfa|y?(?:m|(?:\d{1,2}x|x*)[sl])[tp]?|\d{1,3}[a-z]?|\d+x\d+)$/;

/** Returns the key of the size that a text is or ends with: `s` for `Youth Small`. `S/M` counts as a size. */
function sizeIn(text: string): string | undefined {
  const keys = [text, text.split(/[\s_-]+/).at(-1) ?? ''].map(sizeOf);
  return keys.find((key) => key.split('/').every((part) => sizePattern.test(part)));
}

/**
 * Maximum number of comparisons of unknown values with one list of allowed values. Then further unknown values get no
 * suggestion: there are so many of them that misspelling is not the reason.
 */
const comparisonLimit = 300_000;

/** Returns the allowed values, and unknown value → suggestion, which is kept because an id is often used many times. */
const hintsOfValues = memoize((values: Iterable<string>) => ({
  allowed: [...values] as readonly string[],
  suggestions: new Map<string, string | undefined>(),
}));

/** Returns `allowed` and `suggestion` of a fault about an unknown value, which are cached for each object `values`. */
export function hintsFor(
  value: string,
  values: ReadonlySet<string> | readonly string[],
  suggestOne: typeof suggest = suggest,
): Pick<Fault, 'allowed' | 'suggestion'> {
  const { allowed, suggestions } = hintsOfValues(values);
  const isWithinLimit = suggestions.size * allowed.length < comparisonLimit;
  if (!suggestions.has(value) && isWithinLimit) suggestions.set(value, suggestOne(value, allowed));
  const suggestion = suggestions.get(value);
  return suggestion === undefined ? { allowed } : { allowed, suggestion };
}
