/** Render: the sync listing of active products, of all companies and of one. */
import { publicFiles } from '../../contract/release.ts';
import type { SyncItem } from '../../contract/schemas/sync.ts';
import { groupBy } from '../group-by.ts';
import { entryOf, type RenderContext } from './context.ts';

/**
 * The active products of any company that the context's locale has, sorted by SKU. `revisionOf`
 * gives the hash of a released document by its path below `public/`.
 */
export function renderSyncListing(
  { content, products, locale, localizer, site }: RenderContext,
  revisionOf: (file: string) => string,
): SyncItem[] {
  const active = groupBy(content.activeProducts, ({ sku }) => sku);
  return products.flatMap((product): SyncItem[] => {
    const { sku } = product;
    const rows = active.get(sku);
    if (rows === undefined) return [];
    return [
      {
        sku,
        slug: sku.toLowerCase(),
        productName: localizer.text(product.name),
        brand: entryOf(content.brands, product.brand).name,
        category: localizer.text(entryOf(content.categories, product.category).name),
        companies: rows.map(({ company }) => company).sort(),
        status: 'active',
        url: `${site.baseUrl}/v1/products/${sku}?locale=${locale}`,
        revision: revisionOf(publicFiles.detail(sku, locale)),
      },
    ];
  });
}

/** The items of a listing that a company sells. */
export function itemsOf(company: string, listing: readonly SyncItem[]): SyncItem[] {
  return listing.filter(({ companies }) => companies.includes(company));
}
