/** Which file a SKU belongs to. */
import { basename } from 'node:path';
import type { ProductDraft } from '../../../content/draft.ts';
import { onceADraft } from '../once-a-draft.ts';

/**
 * By slug: the file that is called after the SKU, else the first by name that holds it. Products
 * whose SKU could not be read are left out.
 */
export const skuOwners = onceADraft(({ products }): ReadonlyMap<string, ProductDraft> => {
  const owners = new Map<string, ProductDraft>();
  for (const each of products) {
    const { sku } = each.product;
    if (sku === undefined) continue;
    const slug = sku.toLowerCase();
    const other = owners.get(slug);
    const isFirst = other === undefined || (nameOf(other) !== sku && each.file < other.file);
    if (isFirst || nameOf(each) === sku) owners.set(slug, each);
  }
  return owners;
});

/** What a product's file is called: the SKU, where all is well. */
export function nameOf({ file }: ProductDraft): string {
  return basename(file, '.json');
}
