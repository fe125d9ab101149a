/** Looks up what is known of a product that a table names. */
import type { ProductDraft } from '../../../content/draft.ts';
import { onceADraft } from '../once-a-draft.ts';

/**
 * Every product draft by SKU. Of a SKU that two files claim nothing is known but that there is one:
 * the two say different things, and which is right is another rule's matter.
 */
export const productsBySku = onceADraft((draft): ReadonlyMap<string, ProductDraft> => {
  const products = new Map<string, ProductDraft>();
  for (const product of draft.products) {
    const { sku } = product;
    products.set(sku, products.has(sku) ? { ...product, product: {} } : product);
  }
  return products;
});
