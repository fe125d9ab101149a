/** What is known of the released products, in each locale: their words, and since when they are so. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Locale, locales } from '../../contract/locales.ts';
import { publicFiles } from '../../contract/release.ts';
import { productDetailSchema } from '../../contract/schemas/product.ts';
import { revisionsOf, type ServedRelease } from './current-release.ts';
import { SyncError } from './sync-error.ts';

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

/** What of a detail the listing says too. */
const wordsSchema = productDetailSchema.pick({ productName: true, brand: true, catalog: true });

/** Details read at a time. */
const parallel = 32;

/**
 * What is known once a release is current: of products whose bytes are as before everything stays, the
 * others are read and are as new as the release. Throws `SyncError` when a detail cannot be read.
 */
export async function followRelease(
  release: ServedRelease,
  before: KnownProducts,
): Promise<KnownProducts> {
  const after = nothingKnown();
  const updatedAt = release.activatedAt.toISOString();
  const changed: { locale: Locale; sku: string; revision: string }[] = [];
  for (const [locale, revisions] of revisionsOf(release.manifest)) {
    for (const [sku, revision] of revisions) {
      const known = knownIn(before, locale, sku);
      if (known?.revision === revision) after[locale][sku] = known;
      else changed.push({ locale, sku, revision });
    }
  }
  const read = async () => {
    for (let next = changed.pop(); next !== undefined; next = changed.pop()) {
      const { locale, sku, revision } = next;
      const words = await readWords(release, publicFiles.detail(sku, locale));
      after[locale][sku] = { revision, updatedAt, ...words };
    }
  };
  await Promise.all(Array.from({ length: parallel }, read));
  return after;
}

async function readWords(
  { id, folder }: ServedRelease,
  file: string,
): Promise<Omit<KnownProduct, 'revision' | 'updatedAt'>> {
  try {
    const text = await readFile(join(folder, 'public', file), 'utf8');
    const { productName, brand, catalog } = wordsSchema.parse(JSON.parse(text));
    return { productName, brand: brand.name, category: catalog.category };
  } catch (error) {
    throw new SyncError(`${file} of release ${id} cannot be read: ${(error as Error).message}`);
  }
}
