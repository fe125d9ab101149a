/** Render: the sync listing of active products, for one company or for all. */
import { publicFiles } from '../../contract/release.ts';
import type { SyncItem } from '../../contract/schemas/sync.ts';
import { groupBy } from '../group-by.ts';
import { entryOf, type RenderContext } from './context.ts';

/**
 * The active products of a company (of any, when none is named) that the context's locale has,
 * sorted by SKU. `revisionOf` gives the hash of a released document by its path below `public/`.
 */
export function renderSyncListing(
  company: string | undefined,
  context: RenderContext,
  revisionOf: (file: string) => string,
): SyncItem[] {
  const { content, locale, localizer, site } = context;
  const active = groupBy(content.activeProducts, ({ sku }) => sku);
  return context.products.flatMap((product): SyncItem[] => {
    const { sku } = product;
    const companies = (active.get(sku) ?? []).map((row) => row.company).sort();
    const listed = company === undefined ? companies.length > 0 : companies.includes(company);
    if (!listed) return [];
    return [
      {
        sku,
        slug: sku.toLowerCase(),
        productName: localizer.text(product.name),
        brand: entryOf(content.brands, product.brand).name,
        category: localizer.text(entryOf(content.categories, product.category).name),
        companies,
        status: 'active',
        url: `${site.baseUrl}/v1/products/${sku}?locale=${locale}`,
        revision: revisionOf(publicFiles.detail(sku, locale)),
      },
    ];
  });
}
