/** Suggests the SKU that an editor probably meant. A catalogue may have a hundred thousand SKUs. */
import leven from 'leven';
import { groupBy } from '../../content/group-by.ts';
import { memoize } from '../../content/memoize.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { suggestForDate } from '../../content/rules/value-formats.ts';

/** Maximum number of unknown SKUs that are compared by edit distance: more of them are no spelling mistakes. */
const comparisonLimit = 20;

/**
 * Returns the existing SKU that was probably meant by an unknown one; undefined if no SKU or several SKUs are similar.
 * Finds a SKU that differs in case, separators, leading zeros or similar characters (O and 0, I, L and 1), or that a
 * spreadsheet converted to a date; and other spelling mistakes of the first twenty unknown SKUs.
 */
export function suggestSku(sku: string, content: PartialContent): string | undefined {
  const { all, byAppearance, dateLike, answers } = indexOf(content);
  const date = suggestForDate(sku, dateLike);
  if (date !== undefined) return date;
  const alike = byAppearance.get(appearanceOf(sku));
  if (alike !== undefined) return alike.length === 1 ? alike[0] : undefined;
  if (!answers.has(sku) && answers.size < comparisonLimit) {
    answers.set(sku, closest(sku.toUpperCase(), all));
  }
  return answers.get(sku);
}

const indexOf = memoize((content: PartialContent) => {
  const all = [...new Set(content.products.map(({ sku }) => sku))];
  return {
    all,
    byAppearance: groupBy(all, appearanceOf),
    /** SKUs such as `3-12`, which spreadsheets convert to dates. */
    dateLike: all.filter((sku) => /^\d{1,2}[-/.]\d{1,2}$/.test(sku)),
    /** Unknown SKU → the most similar SKU, or undefined if there is none. */
    answers: new Map<string, string | undefined>(),
  };
});

/** Returns true if `sku` equals `whole` without its leading zeros, which spreadsheets remove. */
export function isWithoutZeros(sku: string, whole: string): boolean {
  return sku !== whole && whole.replace(/^0+/, '') === sku;
}

/**
 * Returns a key that is equal for SKUs that differ only in case, in characters other than A to Z and 0 to 9, in O for 0
 * and I or L for 1, or in the leading zeros of a number.
 */
function appearanceOf(sku: string): string {
  return sku
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/^0+(?=\d+$)/, '');
}

/**
 * Returns the only candidate with the smallest edit distance: at most 2, or 1 for SKUs shorter than six characters. If
 * two are equally close, returns undefined, because SKUs often differ in one digit.
 */
function closest(sku: string, candidates: readonly string[]): string | undefined {
  let least = sku.length < 6 ? 1 : 2;
  let best: string[] = [];
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - sku.length) > 1) continue;
    const distance = leven(sku, candidate, { maxDistance: least + 1 });
    if (distance > least) continue;
    best = distance < least ? [candidate] : [...best, candidate].slice(0, 2);
    least = distance;
  }
  return best.length === 1 ? best[0] : undefined;
}
