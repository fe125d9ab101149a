import type { ContentRule } from '../rule.ts';
import { skuOwners } from './sku-owners.ts';

/** The slug is a product's address on the website, so a difference of case is none (decision 4). */
export const sameSku: ContentRule = {
  id: 'product/same-sku',
  severity: 'error',
  summary: 'No two products have the same SKU.',
  remedy: 'Give one of the products its own SKU; a copied file keeps that of the original.',
  *check(draft) {
    const owners = skuOwners(draft);
    for (const each of draft.products) {
      const { sku } = each.product;
      const owner = sku === undefined ? undefined : owners.get(sku.toLowerCase());
      if (owner === undefined || owner === each) continue;
      const message = `"${sku}" is the SKU of ${owner.file} already`;
      yield { file: each.file, path: ['sku'], message };
    }
  },
};
