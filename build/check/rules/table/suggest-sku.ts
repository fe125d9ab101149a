/** "Did you mean …?" for SKUs, of which there may be a hundred thousand. */
import leven from 'leven';
import type { Draft } from '../../../content/draft.ts';
import { groupBy } from '../../../content/group-by.ts';
import { onceADraft } from '../once-a-draft.ts';
import { productsBySku } from './products-by-sku.ts';

/**
 * So many unknown SKUs are compared letter by letter with those that exist: a table of another
 * catalogue would hold thousands, and no suggestion would be right.
 */
const compared = 20;

/** The SKU that was probably meant, or undefined; the same SKU is looked for once a draft. */
export function suggestSku(sku: string, draft: Draft): string | undefined {
  const { byLook, byLength, answers } = indexOf(draft);
  const alike = byLook.get(lookOf(sku)) ?? [];
  if (alike.length > 0) return alike.length === 1 ? alike[0] : undefined;
  if (!answers.has(sku) && answers.size < compared) {
    const near = [-1, 0, 1].flatMap((more) => byLength.get(sku.length + more) ?? []);
    answers.set(sku, closest(sku.toUpperCase(), near));
  }
  return answers.get(sku);
}

const indexOf = onceADraft((draft) => {
  const skus = [...productsBySku(draft).keys()];
  return {
    byLook: groupBy(skus, lookOf),
    byLength: groupBy(skus, ({ length }) => length),
    answers: new Map<string, string | undefined>(),
  };
});

/** Equal for SKUs that differ in case, separators, or letters that look like digits. */
function lookOf(sku: string): string {
  return sku
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
}

/** The only one that is nearest; several are as good as none, since SKUs often differ by a digit. */
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
