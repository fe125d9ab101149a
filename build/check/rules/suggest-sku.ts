/**
 * Suggests the SKU that an editor probably meant. Uses lookup tables, because a catalogue may have a hundred
 * thousand SKUs.
 */
import leven from 'leven';
import { groupBy } from '../../content/group-by.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { suggestForDate } from '../../content/rules/value-formats.ts';
import { memoize } from './memoize.ts';
import { productsBySku } from './rows-of-products.ts';

/**
 * Maximum number of unknown SKUs that are compared with the existing ones by edit distance. A larger number,
 * as in a table of another catalogue, is not caused by spelling mistakes.
 */
const comparisonLimit = 20;

/**
 * Returns the existing SKU that was probably meant by an unknown one; undefined if no SKU or several SKUs are similar.
 * Finds a SKU that differs in case, separators, leading zeros or similar characters (O and 0, I, L and 1), or that a
 * spreadsheet converted to a date. Finds other spelling mistakes (by edit distance) only for the first twenty unknown
 * SKUs of a catalogue (`comparisonLimit`).
 */
export function suggestSku(sku: string, content: PartialContent): string | undefined {
  const { byAppearance, byLength, byDigits, dateLike, answers } = indexOf(content);
  const date = suggestForDate(sku, dateLike);
  if (date !== undefined) return date;
  const withZeros = byDigits.get(sku) ?? [];
  if (withZeros.length > 0) return withZeros.length === 1 ? withZeros[0] : undefined;
  const alike = byAppearance.get(appearanceOf(sku)) ?? [];
  if (alike.length > 0) return alike.length === 1 ? alike[0] : undefined;
  if (!answers.has(sku) && answers.size < comparisonLimit) {
    const near = [-1, 0, 1].flatMap((more) => byLength.get(sku.length + more) ?? []);
    answers.set(sku, closest(sku.toUpperCase(), near));
  }
  return answers.get(sku);
}

/**
 * Returns lookup tables for the SKUs of a catalogue, and the cache `answers`: unknown SKU → the most similar SKU, or
 * undefined if no SKU is similar.
 */
const indexOf = memoize((content: PartialContent) => {
  const skus = [...productsBySku(content).keys()];
  return {
    byAppearance: groupBy(skus, appearanceOf),
    byLength: groupBy(skus, ({ length }) => length),
    /** SKU without its leading zeros, which spreadsheets remove → the SKUs with zeros: `123` → `0123` and `00123`. */
    byDigits: groupBy(
      skus.filter((sku) => /^0\d+$/.test(sku)),
      (sku) => sku.replace(/^0+/, ''),
    ),
    /** SKUs such as `3-12`, which spreadsheets convert to dates. */
    dateLike: skus.filter((sku) => /^\d{1,2}[-/.]\d{1,2}$/.test(sku)),
    answers: new Map<string, string | undefined>(),
  };
});

/** Returns true if `sku` equals `whole` without its leading zeros, which spreadsheets remove. */
export function isWithoutZeros(sku: string, whole: string): boolean {
  return /^0/.test(whole) && whole.replace(/^0+/, '') === sku;
}

/**
 * Returns a key that is equal for SKUs that differ only in case, in characters other than A to Z and 0 to 9, or in O
 * for 0 and I or L for 1.
 */
function appearanceOf(sku: string): string {
  return sku
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
}

/**
 * Returns the candidate with the smallest edit distance, which may be at most 2, or 1 for SKUs shorter than six
 * characters. Returns undefined if no candidate is so close or two are equally close, because SKUs often differ in one
 * digit.
 */
function closest(sku: string, candidates: readonly string[]): string | undefined {
  let least = sku.length < 6 ? 1 : 2;
  let best: string[] = [];
  for (const candidate of candidates) {
    const distance = leven(sku, candidate, { maxDistance: least + 1 });
    if (distance > least) continue;
    best = distance < least ? [candidate] : [...best, candidate].slice(0, 2);
    least = distance;
  }
  return best.length === 1 ? best[0] : undefined;
}
