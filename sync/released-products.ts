/**
 * Reads the current release (the built files that are served to clients), and the part of its product data that sync
 * listings contain.
 */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readManifest } from '../build/output/manifest.ts';
import { isPermissionError, ReleaseError } from '../build/output/release-error.ts';
import { type ReleaseIndex, readIndex } from '../build/output/release-index.ts';
import { type Locale, locales } from '../contract/locales.ts';
import type { Manifest } from '../contract/release.ts';
import { linkedRelease, releaseFolder, undefinedIfMissing } from '../releases/release-store.ts';
import { SyncError } from './source.ts';

/**
 * The current release: its id, manifest (a list of its products and files), index (the data of its products), and when
 * it became current.
 */
export interface CurrentRelease {
  readonly id: string;
  /** The time at which the release became current. */
  readonly activatedAt: Date;
  readonly manifest: Manifest;
  readonly index: ReleaseIndex;
}

/**
 * Returns the current release of an output folder. Throws `ReleaseError` if the link `current` cannot be read or this
 * user may not read the manifest or index of the release, and `SyncError` if no release is current or these files
 * cannot be read for another reason.
 */
export async function readCurrentRelease(out: string): Promise<CurrentRelease> {
  const id = await linkedRelease(out, 'current');
  const link = await undefinedIfMissing(lstat(join(out, 'current')));
  if (id === undefined || link === undefined) {
    throw new SyncError(`${out} has no release; run npm run build`);
  }
  const folder = releaseFolder(out, id);
  const refuse = (what: string) => (cause: Error) => {
    const message = `the ${what} of release ${id} cannot be read: ${cause.message}`;
    // The caller adds the remedy.
    if (isPermissionError(cause)) throw new ReleaseError(message, { cause });
    throw new SyncError(`${message}; deploy or pull again`, { cause });
  };
  const manifest = await readManifest(folder).catch(refuse('manifest'));
  const index = await readIndex(folder).catch(refuse('index'));
  return { id, activatedAt: link.mtime, manifest, index };
}

const releasedProductSchema = z.object({
  /** The first 16 hex digits of the SHA-256 of the product's detail, the JSON document that clients fetch. */
  revision: z.string(),
  /** When this detail became current (ISO 8601); later releases with the same detail do not change this time. */
  updatedAt: z.iso.datetime(),
  productName: z.string(),
  brand: z.string(),
  category: z.string(),
});
/** The data that the sync listing contains about a released product in one locale. */
export type ReleasedProduct = z.infer<typeof releasedProductSchema>;

/**
 * Validates the member `known` of a sync's state file: locale → SKU → released product. No locale may be missing.
 */
export const releasedProductsSchema = z.record(
  z.enum(locales),
  z.record(z.string(), releasedProductSchema),
);
/** Locale → SKU → released product. */
export type ReleasedProducts = z.infer<typeof releasedProductsSchema>;

/** Returns a `ReleasedProducts` that has every locale, each without products. */
export function emptyReleasedProducts(): ReleasedProducts {
  return Object.fromEntries(locales.map((locale) => [locale, {}])) as ReleasedProducts;
}

/** Returns a product in a locale, or undefined if the locale does not have it. */
export function findProduct(
  products: ReleasedProducts,
  locale: Locale,
  sku: string,
): ReleasedProduct | undefined {
  // The SKU of a source may be the name of an inherited property, such as "constructor".
  return Object.hasOwn(products[locale], sku) ? products[locale][sku] : undefined;
}

/**
 * Returns the products of a release, each with the time of its last change. `before` are the products of the last
 * listing: a product whose detail (its JSON document) has not changed keeps its `updatedAt`; every other product gets
 * the time at which the release became current.
 */
export function productsOf(release: CurrentRelease, before: ReleasedProducts): ReleasedProducts {
  const after = emptyReleasedProducts();
  const updatedAt = release.activatedAt.toISOString();
  for (const sku of release.index.skus()) {
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
