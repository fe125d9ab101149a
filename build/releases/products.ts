/** The products of a release, read off the paths of its manifest. */
import { type Locale, locales } from '../../contract/locales.ts';
import { type Manifest, readDetailPath } from '../../contract/release.ts';

/** The SKUs of each locale. */
export type SkusByLocale = ReadonlyMap<Locale, ReadonlySet<string>>;

/** The SKUs of each locale, every locale of the contract included. */
export function skusByLocale({ files }: Manifest): SkusByLocale {
  const skus = new Map(locales.map((locale) => [locale, new Set<string>()]));
  for (const path of Object.keys(files)) {
    const { sku, locale } = readDetailPath(path) ?? {};
    if (sku !== undefined && locale !== undefined) skus.get(locale)?.add(sku);
  }
  return skus;
}

/** Every SKU of any locale, sorted. */
export function allSkus(skus: SkusByLocale): string[] {
  return [...new Set([...skus.values()].flatMap((each) => [...each]))].sort();
}
