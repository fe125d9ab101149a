/**
 * Suggests a known size for an unknown one ("Did you mean …?"). The apparel trade writes a size in many ways: `2XL`,
 * `XXL`.
 */
import { suggest } from './suggest.ts';

/** Groups of equivalent English and French spellings, in lower case without separators. */
const spellings: readonly (readonly string[])[] = [
  ['xs', 'xsm', 'xsmall', 'extrasmall', 'tp'],
  ['s', 'sm', 'sml', 'small', 'p', 'petit'],
  ['m', 'md', 'med', 'medium', 'moyen'],
  ['l', 'lg', 'lrg', 'lge', 'large', 'g', 'grand'],
  ['xl', '1xl', '1x', 'xlg', 'xlrg', 'xlarge', 'extralarge', 'tg'],
  [
    'osfa',
    'os',
    'osfm',
    'osfq',
    'o/s',
    'onesize',
    'onesizefitsall',
    'onesizefitsmost',
    'onsz',
    'tu',
    'tailleunique',
    'unique',
  ],
];

/**
 * Returns the candidate that is another spelling of the unknown size `text`, such as `3XL` for `XXXL`. If there is no
 * such candidate, returns the most similar one. Returns undefined if no candidate is similar, if several match equally
 * well, or if `text` and the most similar candidate are different sizes, such as `XL` and `2XL`.
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
 * Returns a key that is the same for all spellings of a size: `3xl` for `XXXL`, `3X` and `3 XL`; `s`, the first
 * spelling of its group in `spellings`, for `Small`. For a text that is no size, returns it in lower case without
 * separators.
 */
function sizeOf(text: string): string {
  const plain = text.toLowerCase().replace(/[\s._-]/g, '');
  const [, count, letters = ''] = /^(?:([2-9]|10)x?|(x{2,}))(?:l|lg|lrg|large)$/.exec(plain) ?? [];
  if (count !== undefined || letters !== '') return `${count ?? letters.length}xl`;
  const [, short] = /^([2-9]|10)x$/.exec(plain) ?? [];
  if (short !== undefined) return `${short}xl`;
  return spellings.find((group) => group.includes(plain))?.[0] ?? plain;
}

/**
 * Matches a key (result of `sizeOf`) that is a size: letters, also of youth, tall and petite sizes (`m`, `2xl`, `yl`,
 * `xlt`), a number with or without a unit (`32`, `18m`), or a width and a length (`32x34`).
 */
const sizePattern = /^(?:osfa|y?(?:m|(?:\d{1,2}x|x*)[sl])[tp]?|\d{1,3}[a-z]?|\d+x\d+)$/;

/**
 * Returns the key (result of `sizeOf`) of the size in a text: `2xl` for `XXL`, and `s` for `Youth Small`, whose last
 * word is a size. A range of sizes, such as `S/M`, counts as a size. Returns undefined for a text without a size.
 */
function sizeIn(text: string): string | undefined {
  const keys = [text, text.split(/[\s_-]+/).at(-1) ?? ''].map(sizeOf);
  return keys.find((key) => key.split('/').every((part) => sizePattern.test(part)));
}
