/**
 * Renders the JSON files of a sync listing: the active products that the current release contains, by locale and
 * company.
 */

import { compare } from '../build/content/compare.ts';
import { type RenderedFile, toJson } from '../build/output/rendered-file.ts';
import { type Locale, locales } from '../contract/locales.ts';
import { allCompanies, type Manifest, syncFiles } from '../contract/release.ts';
import type { PlainError, SyncItem } from '../contract/schemas/sync.ts';
import { findProduct, type ReleasedProducts } from './released-products.ts';
import type { ActiveProduct } from './source.ts';

/** The data from which a sync listing is rendered. */
export interface ListingParts {
  readonly manifest: Pick<Manifest, 'baseUrl' | 'defaultLocale'> & {
    readonly companies: readonly string[];
  };
  /** The products of the current release. */
  readonly released: ReleasedProducts;
  /** The active products according to the source. */
  readonly active: readonly ActiveProduct[];
}

/**
 * Returns the files of the listing of active products: for each locale, one file for each company and one for all
 * companies together. An additional file has the body of the error response for an unknown company.
 */
export function renderListingFiles(parts: ListingParts): RenderedFile[] {
  const { companies, defaultLocale } = parts.manifest;
  const files = locales.flatMap((locale) => {
    const listing = renderListing(locale, parts);
    const file = (folder: string, items: readonly SyncItem[]): RenderedFile => {
      const path = syncFiles.listing(folder, locale);
      const paths =
        locale === defaultLocale ? ([path, syncFiles.listing(folder)] as const) : ([path] as const);
      return { paths, bytes: toJson(items) };
    };
    return [
      file(allCompanies, listing),
      ...companies.map((company) => file(company, itemsOf(company, listing))),
    ];
  });
  const error: PlainError = {
    error: `The parameter company must be one of ${companies.join(', ')}.`,
  };
  return [...files, { paths: [syncFiles.unknownCompany], bytes: toJson(error) }];
}

/**
 * Returns the active products of a locale as items of the listing, sorted by SKU. Each item names the companies that
 * sell the product, once each, sorted by alias; companies that the release's manifest does not name are omitted.
 * Products that the locale does not have, or that no company of the manifest sells, are omitted, too.
 */
export function renderListing(
  locale: Locale,
  { manifest, released, active }: ListingParts,
): SyncItem[] {
  const items = active.flatMap(({ sku, companies }): SyncItem[] => {
    const product = findProduct(released, locale, sku);
    const known = companies.filter((company) => manifest.companies.includes(company));
    const sellers = [...new Set(known)].sort();
    if (product === undefined || sellers.length === 0) return [];
    const { productName, brand, category, updatedAt, revision } = product;
    return [
      {
        ...{ sku, slug: sku.toLowerCase(), productName, brand, category },
        ...{ companies: sellers, status: 'active' },
        url: `${manifest.baseUrl}/v1/products/${sku}?locale=${locale}`,
        ...{ updatedAt, revision },
      },
    ];
  });
  return items.sort((a, b) => compare(a.sku, b.sku));
}

/**
 * Returns the products of a sync listing that one company sells. The returned products name all companies that sell
 * them, not only this one.
 */
export function itemsOf(company: string, listing: readonly SyncItem[]): SyncItem[] {
  return listing.filter(({ companies }) => companies.includes(company));
}

/**
 * SKUs and company aliases that an answer of the source names and the release does not have, sorted and
 * without duplicates.
 */
export interface UnknownReferences {
  readonly skus: readonly string[];
  readonly companies: readonly string[];
}

/**
 * Returns the active SKUs that no locale of the release has, and the companies that the release's manifest
 * does not name.
 */
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
