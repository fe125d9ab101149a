/** A catalogue without a product is a wrong folder, not a release. */
import type { Rule } from './rule.ts';

export const someProduct: Rule = ({ products }) =>
  products.length > 0
    ? []
    : [{ file: 'products/', message: 'holds no product; is this the content folder?' }];
