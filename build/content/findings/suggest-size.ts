/** Suggests sizes ("Did you mean …?"), which the apparel trade spells in many ways. */
import { suggest } from './suggest.ts';

/** Lists of equivalent spellings, in English and French, without case, spaces, hyphens and points. */
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
 * Returns the candidate that is another spelling of a size, otherwise the most similar one; undefined for a
 * tie.
 */
export function suggestSize(text: string, candidates: Iterable<string>): string | undefined {
  const all = [...candidates];
  const size = sizeOf(text);
  const same = all.filter((candidate) => candidate === text || sizeOf(candidate) === size);
  if (same.length > 0) return same.length === 1 ? same[0] : undefined;
  const nearest = suggest(text, all);
  // 2XL is as similar to 3XL as any misspelling of either.
  return nearest !== undefined && isLarger(text) && isLarger(nearest) ? undefined : nearest;
}

/**
 * Returns the first spelling of a size, such as `3xl` for `XXXL`, `3X` and `3 XL`; other texts without case
 * and separators.
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
