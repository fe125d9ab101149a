/** Renders the JSON files of a sync listing: the active products of the current release, by locale and company. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { compare } from '../build/content/compare.ts';
import { type RenderedFile, toJson } from '../build/output/file-forms.ts';
import { isPermissionError, ReleaseError } from '../build/output/release-error.ts';
import { readIndex, readManifest } from '../build/output/release-records.ts';
import { type Locale, locales } from '../contract/locales.ts';
import { allCompanies, type Manifest, syncFiles } from '../contract/release.ts';
import type { PlainError, SyncItem } from '../contract/schemas/sync.ts';
import { linkedRelease, releaseFolder, undefinedIfMissing } from '../releases/release-store.ts';
import { type ActiveProduct, SyncError } from './source.ts';

const releasedProductSchema = z.object({
  /** The first 16 hex digits of the SHA-256 of the product's detail. */
  revision: z.string(),
  /** When this detail became current (ISO 8601). */
  updatedAt: z.iso.datetime(),
  productName: z.string(),
  brand: z.string(),
  category: z.string(),
});

/** Validates the products of a release: locale → SKU → what the listing says of it. No locale may be missing. */
export const releasedProductsSchema = z.record(
  z.enum(locales),
  z.record(z.string(), releasedProductSchema),
);
/** Locale → SKU → what the listing says of a released product. */
export type ReleasedProducts = z.infer<typeof releasedProductsSchema>;

/** Returns no products for each locale. */
export function emptyReleasedProducts(): ReleasedProducts {
  return Object.fromEntries(locales.map((locale) => [locale, {}])) as ReleasedProducts;
}

function findProduct(products: ReleasedProducts, locale: Locale, sku: string) {
  // The SKU of a source may be the name of an inherited property, such as "constructor".
  return Object.hasOwn(products[locale], sku) ? products[locale][sku] : undefined;
}

/** The data from which a listing is rendered. */
export interface ListingParts {
  readonly manifest: Pick<Manifest, 'baseUrl' | 'defaultLocale'> & {
    readonly companies: readonly string[];
  };
  readonly released: ReleasedProducts;
  readonly active: readonly ActiveProduct[];
}

/**
 * Reads the current release: its id, its manifest and its products. Throws `SyncError` if there is no readable release,
 * `ReleaseError` if this user may not read it.
 */
export async function readReleased(out: string, before: ReleasedProducts) {
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
  const released = emptyReleasedProducts();
  const updatedAt = link.mtime.toISOString();
  for (const sku of index.skus()) {
    for (const locale of index.localesOf(sku)) {
      const detail = index.product(sku)?.locales[locale];
      if (detail === undefined) continue;
      const { productName, brand, category } = detail;
      const revision = detail.sha256.slice(0, 16);
      const known = findProduct(before, locale, sku);
      released[locale][sku] =
        known?.revision === revision
          ? known
          : { revision, updatedAt, productName, brand, category };
    }
  }
  return { id, manifest, released };
}

/**
 * Returns the files of a listing: for each locale, one for each company and one for all together, and the body of the
 * error for an unknown company.
 */
export function renderListingFiles(parts: ListingParts): RenderedFile[] {
  const { companies, defaultLocale } = parts.manifest;
  const files = locales.flatMap((locale) => {
    const listing = renderListing(locale, parts);
    return [allCompanies, ...companies].map((company): RenderedFile => {
      const isSold = (item: SyncItem) =>
        company === allCompanies || item.companies.includes(company);
      const path = syncFiles.listing(company, locale);
      const isDefault = locale === defaultLocale;
      const paths = isDefault ? ([path, syncFiles.listing(company)] as const) : ([path] as const);
      return { paths, bytes: toJson(listing.filter(isSold)) };
    });
  });
  const error: PlainError = {
    error: `The parameter company must be one of ${companies.join(', ')}.`,
  };
  return [...files, { paths: [syncFiles.unknownCompany], bytes: toJson(error) }];
}

/** Returns the active products of a locale, sorted by SKU, each with the aliases of the companies that sell it. */
export function renderListing(
  locale: Locale,
  { manifest, released, active }: ListingParts,
): SyncItem[] {
  const items = active.flatMap(({ sku, companies }): SyncItem[] => {
    const product = findProduct(released, locale, sku);
    const known = companies.filter((company) => manifest.companies.includes(company));
    if (product === undefined || known.length === 0) return [];
    const { productName, brand, category, updatedAt, revision } = product;
    return [
      {
        ...{ sku, slug: sku.toLowerCase(), productName, brand, category },
        ...{ companies: [...new Set(known)].sort(), status: 'active' },
        url: `${manifest.baseUrl}/v1/products/${sku}?locale=${locale}`,
        ...{ updatedAt, revision },
      },
    ];
  });
  return items.sort((a, b) => compare(a.sku, b.sku));
}

/** SKUs and companies that an answer of the source names and the release does not have, sorted. */
export interface UnknownReferences {
  readonly skus: readonly string[];
  readonly companies: readonly string[];
}

/** Returns the active SKUs that no locale of the release has, and the companies that its manifest does not name. */
export function findUnknownReferences({
  manifest,
  released,
  active,
}: ListingParts): UnknownReferences {
  const isReleased = (sku: string) => locales.some((locale) => findProduct(released, locale, sku));
  const skus = active.map(({ sku }) => sku).filter((sku) => !isReleased(sku));
  const companies = active
    .flatMap((product) => product.companies)
    .filter((company) => !manifest.companies.includes(company));
  return { skus: [...new Set(skus)].sort(), companies: [...new Set(companies)].sort() };
}
