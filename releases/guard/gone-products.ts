/** Guard: the SKUs of two releases in, too many that are gone and emptied locales out. */
import { allSkus, type SkusByLocale } from '../products.ts';
import { type Danger, maxGoneShare, someOf } from './dangers.ts';

/** Looks at the catalogue as a whole, then at each locale; an emptied one is a danger of its own. */
export function findGoneProducts(before: SkusByLocale, after: SkusByLocale): Danger[] {
  const dangers = goneFrom('the catalogue', new Set(allSkus(before)), new Set(allSkus(after)));
  for (const [locale, skus] of before) {
    const left = after.get(locale) ?? new Set();
    if (skus.size > 0 && left.size === 0) {
      const message = `${locale} is left without any product; it had ${skus.size}`;
      dangers.push({ kind: 'emptied-locale', message });
    } else dangers.push(...goneFrom(locale, skus, left));
  }
  return dangers;
}

function goneFrom(
  place: string,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): Danger[] {
  const gone = [...before].filter((sku) => !after.has(sku)).sort();
  if (gone.length <= before.size * maxGoneShare) return [];
  const share = ((gone.length / before.size) * 100).toFixed(1);
  const limit = `more than ${maxGoneShare * 100} %`;
  const counts = `${gone.length} of ${before.size} SKUs (${share} %, ${limit})`;
  const message = `${counts} are gone from ${place}: ${someOf(gone)}`;
  return [{ kind: 'removed-products', message }];
}
