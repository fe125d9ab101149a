/** Render: who sells what and the released products in, the files of a listing out. */

import { compare } from '../build/content/compare.ts';
import { type RenderedFile, toJson } from '../build/output/product-files.ts';
import { type Locale, locales } from '../contract/locales.ts';
import { allCompanies, type Manifest, syncFiles } from '../contract/release.ts';
import type { PlainError, SyncItem } from '../contract/schemas/sync.ts';
import { type KnownProducts, knownIn } from './known-products.ts';
import type { ActiveProduct } from './source.ts';

export interface ListingParts {
  readonly manifest: Pick<Manifest, 'baseUrl' | 'defaultLocale'> & {
    readonly companies: readonly string[];
  };
  readonly known: KnownProducts;
  readonly active: readonly ActiveProduct[];
}

/** The listings of every company and of all, in each locale, and the body of an unknown company's error. */
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
 * The active products that the catalogue of a locale has, sorted by SKU, with the companies that the
 * content names, sorted; a product that none of them sells is not listed.
 */
export function renderListing(
  locale: Locale,
  { manifest, known, active }: ListingParts,
): SyncItem[] {
  const items = active.flatMap(({ sku, companies }): SyncItem[] => {
    const product = knownIn(known, locale, sku);
    const sellers = companies.filter((company) => manifest.companies.includes(company)).sort();
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

/** The items of a listing that a company sells. */
export function itemsOf(company: string, listing: readonly SyncItem[]): SyncItem[] {
  return listing.filter(({ companies }) => companies.includes(company));
}

/** What the source names and the content does not have, each once, sorted. */
export interface Strangers {
  readonly skus: readonly string[];
  readonly companies: readonly string[];
}

/** Finds SKUs that no locale of the catalogue has, and companies that the content does not name. */
export function findStrangers({ manifest, known, active }: ListingParts): Strangers {
  const isReleased = (sku: string) => locales.some((locale) => knownIn(known, locale, sku));
  const skus = active.map(({ sku }) => sku).filter((sku) => !isReleased(sku));
  const companies = active
    .flatMap((product) => product.companies)
    .filter((company) => !manifest.companies.includes(company));
  return { skus: [...new Set(skus)].sort(), companies: [...new Set(companies)].sort() };
}
