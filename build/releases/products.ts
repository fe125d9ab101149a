/** The products of a release, read off the paths of its manifest. */
import { isLocale, type Locale, locales } from '../../contract/locales.ts';
import type { Manifest } from '../../contract/release.ts';

const detailPattern = /^public\/v1\/products\/([^/]+)\/([^/]+)\.json$/;

/** The SKUs of each locale, every locale of the contract included. */
export function skusByLocale({ files }: Manifest): ReadonlyMap<Locale, ReadonlySet<string>> {
  const skus = new Map(locales.map((locale) => [locale, new Set<string>()]));
  for (const path of Object.keys(files)) {
    const [, sku = '', locale = ''] = detailPattern.exec(path) ?? [];
    if (isLocale(locale)) skus.get(locale)?.add(sku);
  }
  return skus;
}

/** Every SKU of a release, sorted. */
export function allSkus(manifest: Manifest): string[] {
  const skus = [...skusByLocale(manifest).values()].flatMap((each) => [...each]);
  return [...new Set(skus)].sort();
}
