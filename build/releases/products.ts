/** The products of a release, read off the paths of its manifest. */
import { isLocale, type Locale, locales } from '../../contract/locales.ts';
import type { Manifest } from '../../contract/release.ts';

/** The SKUs of each locale. */
export type SkusByLocale = ReadonlyMap<Locale, ReadonlySet<string>>;

const detailPattern = /^public\/v1\/products\/([^/]+)\/([^/]+)\.json$/;

/** The SKUs of each locale, every locale of the contract included. */
export function skusByLocale({ files }: Manifest): SkusByLocale {
  const skus = new Map(locales.map((locale) => [locale, new Set<string>()]));
  for (const path of Object.keys(files)) {
    const [, sku = '', locale = ''] = detailPattern.exec(path) ?? [];
    if (isLocale(locale)) skus.get(locale)?.add(sku);
  }
  return skus;
}

/** Every SKU of any locale, sorted. */
export function allSkus(skus: SkusByLocale): string[] {
  return [...new Set([...skus.values()].flatMap((each) => [...each]))].sort();
}
