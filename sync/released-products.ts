/** Reads the current release and the facts of its products for a listing. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type ReleaseIndex, readIndex } from '../build/output/release-index.ts';
import { type Locale, locales } from '../contract/locales.ts';
import type { Manifest } from '../contract/release.ts';
import { linkedRelease, readManifest, releaseFolder } from '../releases/release-store.ts';
import { SyncError } from './source.ts';

/** The release that is served. */
export interface CurrentRelease {
  readonly id: string;
  /** When it became current. */
  readonly activatedAt: Date;
  readonly manifest: Manifest;
  readonly index: ReleaseIndex;
}

/** Reads the current release; throws `SyncError` if there is none or it cannot be read. */
export async function readCurrentRelease(out: string): Promise<CurrentRelease> {
  const id = await linkedRelease(out, 'current');
  if (id === undefined) throw new SyncError(`${out} has no release; run npm run build`);
  const folder = releaseFolder(out, id);
  const { mtime: activatedAt } = await lstat(join(out, 'current'));
  const refuse = (what: string) => (cause: Error) => {
    const message = `the ${what} of release ${id} cannot be read: ${cause.message}`;
    throw new SyncError(message, { cause });
  };
  const manifest = await readManifest(folder).catch(refuse('manifest'));
  const index = await readIndex(folder).catch(refuse('index'));
  return { id, activatedAt, manifest, index };
}

const releasedProductSchema = z.object({
  /** The first 16 hex digits of the SHA-256 of the detail's bytes. */
  revision: z.string(),
  /** When the release became current that first had these bytes. */
  updatedAt: z.iso.datetime(),
  productName: z.string(),
  brand: z.string(),
  category: z.string(),
});
export type ReleasedProduct = z.infer<typeof releasedProductSchema>;

/** Released products by locale and SKU. */
export const releasedProductsSchema = z.record(
  z.enum(locales),
  z.record(z.string(), releasedProductSchema),
);
export type ReleasedProducts = z.infer<typeof releasedProductsSchema>;

/** Returns the products of a catalogue that was never released. */
export function noProducts(): ReleasedProducts {
  return Object.fromEntries(locales.map((locale) => [locale, {}])) as ReleasedProducts;
}

/** Returns a product as a locale shows it, or undefined if the locale does not have it. */
export function findProduct(
  products: ReleasedProducts,
  locale: Locale,
  sku: string,
): ReleasedProduct | undefined {
  // A source may name any SKU, also "constructor".
  return Object.hasOwn(products[locale], sku) ? products[locale][sku] : undefined;
}

/**
 * Returns the products of a release. A product whose bytes are the same as `before` keeps its `updatedAt`;
 * the others get the time when the release became current.
 */
export function productsOf(release: CurrentRelease, before: ReleasedProducts): ReleasedProducts {
  const after = noProducts();
  const updatedAt = release.activatedAt.toISOString();
  for (const sku of release.index.skus) {
    for (const [name, detail] of Object.entries(release.index.product(sku)?.locales ?? {})) {
      const locale = name as Locale;
      const { productName, brand, category } = detail;
      const revision = detail.sha256.slice(0, 16);
      const known = findProduct(before, locale, sku);
      after[locale][sku] =
        known?.revision === revision
          ? known
          : { revision, updatedAt, productName, brand, category };
    }
  }
  return after;
}
