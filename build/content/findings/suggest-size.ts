/** Suggests sizes for unknown ones ("Did you mean …?"); the apparel trade spells sizes in many ways. */
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
 * Returns the candidate that is another spelling of an unknown size, such as `3XL` for `XXXL`, otherwise the most
 * similar candidate. Returns undefined if no candidate is similar, several match equally well, or `text` and
 * the candidate are different sizes, such as `2XL` and `3XL`.
 */
export function suggestSize(text: string, candidates: Iterable<string>): string | undefined {
  const all = [...candidates];
  const size = sizeOf(text);
  const same = all.filter((candidate) => candidate === text || sizeOf(candidate) === size);
  if (same.length > 0) return same.length === 1 ? same[0] : undefined;
  const nearest = suggest(text, all);
  // The difference between 2XL and 3XL is no misspelling.
  return nearest !== undefined && isLarger(text) && isLarger(nearest) ? undefined : nearest;
}

/**
 * Returns a key that is equal for all spellings of a size: `3xl` for `XXXL`, `3X` and `3 XL`, and `s`, the
 * first spelling of its group in `spellings`, for `Small`. For other texts, returns the text in lower case
 * without separators.
 */
function sizeOf(text: string): string {
  const plain = text.toLowerCase().replace(/[\s._-]/g, '');
  const [, count, letters = ''] = /^(?:([2-9]|10)x?|(x{2,}))(?:l|lg|lrg|large)$/.exec(plain) ?? [];
  if (count !== undefined || letters !== '') return `${count ?? letters.length}xl`;
  const [, short] = /^([2-9]|10)x$/.exec(plain) ?? [];
  if (short !== undefined) return `${short}xl`;
  return spellings.find((group) => group.includes(plain))?.[0] ?? plain;
}

function isLarger(text: string): boolean {
  return /^\d+xl$/.test(sizeOf(text));
}
