/** What is known of the released products, in each locale: their words, and since when they are so. */
import { z } from 'zod';
import { type Locale, locales } from '../contract/locales.ts';
import type { ServedRelease } from './current-release.ts';

export const knownProductSchema = z.object({
  /** The beginning of the SHA-256 of the detail's bytes. */
  revision: z.string(),
  /** When the release became current in which the bytes came to be what they are. */
  updatedAt: z.iso.datetime(),
  productName: z.string(),
  brand: z.string(),
  category: z.string(),
});
export type KnownProduct = z.infer<typeof knownProductSchema>;

/** By locale and SKU. */
export const knownProductsSchema = z.record(
  z.enum(locales),
  z.record(z.string(), knownProductSchema),
);
export type KnownProducts = z.infer<typeof knownProductsSchema>;

/** What is known at first. */
export function nothingKnown(): KnownProducts {
  return Object.fromEntries(locales.map((locale) => [locale, {}])) as KnownProducts;
}

/** A product as it is known in a locale. */
export function knownIn(
  known: KnownProducts,
  locale: Locale,
  sku: string,
): KnownProduct | undefined {
  // A source may name anything, "constructor" too.
  return Object.hasOwn(known[locale], sku) ? known[locale][sku] : undefined;
}

/**
 * What is known once a release is current: products whose bytes are as before keep their moment, the
 * others are as new as the release.
 */
export function followRelease(release: ServedRelease, before: KnownProducts): KnownProducts {
  const after = nothingKnown();
  const updatedAt = release.activatedAt.toISOString();
  for (const sku of release.index.skus) {
    for (const [name, detail] of Object.entries(release.index.product(sku)?.locales ?? {})) {
      const locale = name as Locale;
      const { productName, brand, category } = detail;
      const revision = detail.sha256.slice(0, 16);
      const known = knownIn(before, locale, sku);
      after[locale][sku] =
        known?.revision === revision
          ? known
          : { revision, updatedAt, productName, brand, category };
    }
  }
  return after;
}
