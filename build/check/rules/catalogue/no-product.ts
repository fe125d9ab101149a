import type { ContentRule } from '../rule.ts';

/** A catalogue without a product is a wrong folder, not a release. */
export const noProduct: ContentRule = {
  id: 'catalogue/no-product',
  severity: 'error',
  summary: 'The content has a product.',
  remedy: 'Name the right folder with --content, or add a product to products/.',
  *check({ products }) {
    if (products.length > 0) return;
    yield { file: 'products/', message: 'holds no product; is this the content folder?' };
  },
};
