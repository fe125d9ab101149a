/** A product's file is called after its SKU, and no two SKUs differ in case only (the slug is one). */
import type { Rule } from './rule.ts';

export const oneProductASku: Rule = ({ products }) =>
  products.flatMap(({ file, product: { sku } }) => {
    if (file !== `products/${sku}.json`) {
      const message = `is "${sku}", but the file is called ${file}; they must be the same`;
      return [{ file, path: 'sku', message }];
    }
    return [];
  });
