import type { ContentRule } from '../rule.ts';
import { nameOf, skuOwners } from './sku-owners.ts';

/** A SKU that is another file's already is told by `product/same-sku`. */
export const fileName: ContentRule = {
  id: 'product/file-name',
  severity: 'error',
  summary: 'The file of a product is called after its SKU.',
  remedy: 'Rename the file, or correct the SKU.',
  *check(draft) {
    const owners = skuOwners(draft);
    for (const each of draft.products) {
      const { sku } = each.product;
      if (sku === undefined || nameOf(each) === sku) continue;
      if (owners.get(sku.toLowerCase()) !== each) continue;
      const message = `the SKU is "${sku}", so the file has to be called ${sku}.json`;
      yield { file: each.file, path: ['sku'], message };
    }
  },
};
