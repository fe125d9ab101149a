/** The products of a release, from its index. */

import type { ReleaseIndex } from '../build/output/release-index.ts';
import { type Locale, locales } from '../contract/locales.ts';

/** The SKUs of each locale. */
export type SkusByLocale = ReadonlyMap<Locale, ReadonlySet<string>>;

/** The SKUs of each locale, every locale of the contract included. */
export function skusByLocale({ skus, product }: ReleaseIndex): SkusByLocale {
  const byLocale = new Map(locales.map((locale) => [locale, new Set<string>()]));
  for (const sku of skus) {
    for (const locale in product(sku)?.locales) byLocale.get(locale as Locale)?.add(sku);
  }
  return byLocale;
}

/** Every SKU of any locale, sorted. */
export function allSkus(skus: SkusByLocale): string[] {
  return [...new Set([...skus.values()].flatMap((each) => [...each]))].sort();
}
