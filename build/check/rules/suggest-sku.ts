/** "Did you mean …?" for SKUs, of which there may be a hundred thousand. */
import leven from 'leven';
import { groupBy } from '../../content/group-by.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { suggestForDate } from '../../content/rules/value-forms.ts';
import { onceFor } from './once-for.ts';
import { productsBySku } from './rows-of-products.ts';

/**
 * How many unknown SKUs are compared letter by letter with existing ones: a table of another
 * catalogue has thousands, and no suggestion would be right.
 */
const comparisonLimit = 20;

/** Returns the SKU that was probably meant, or undefined. Each SKU is looked for once per content. */
export function suggestSku(sku: string, content: PartialContent): string | undefined {
  const { byLook, byLength, byDigits, dateLike, answers } = indexOf(content);
  const date = suggestForDate(sku, dateLike);
  if (date !== undefined) return date;
  const withZeros = byDigits.get(sku) ?? [];
  if (withZeros.length > 0) return withZeros.length === 1 ? withZeros[0] : undefined;
  const alike = byLook.get(lookOf(sku)) ?? [];
  if (alike.length > 0) return alike.length === 1 ? alike[0] : undefined;
  if (!answers.has(sku) && answers.size < comparisonLimit) {
    const near = [-1, 0, 1].flatMap((more) => byLength.get(sku.length + more) ?? []);
    answers.set(sku, closest(sku.toUpperCase(), near));
  }
  return answers.get(sku);
}

const indexOf = onceFor((content: PartialContent) => {
  const skus = [...productsBySku(content).keys()];
  return {
    byLook: groupBy(skus, lookOf),
    byLength: groupBy(skus, ({ length }) => length),
    /** Without the zeros that a spreadsheet removes. */
    byDigits: groupBy(
      skus.filter((sku) => /^0\d+$/.test(sku)),
      (sku) => sku.replace(/^0+/, ''),
    ),
    /** SKUs that a spreadsheet reads as dates. */
    dateLike: skus.filter((sku) => /^\d{1,2}[-/.]\d{1,2}$/.test(sku)),
    answers: new Map<string, string | undefined>(),
  };
});

/** True if a SKU is another one without its leading zeros. */
export function isWithoutZeros(sku: string, whole: string): boolean {
  return /^0/.test(whole) && whole.replace(/^0+/, '') === sku;
}

/** Equal for SKUs that differ in case, separators, or letters that look like digits. */
function lookOf(sku: string): string {
  return sku
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
}

/** Returns the nearest candidate; undefined on a tie, since SKUs often differ by one digit. */
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
