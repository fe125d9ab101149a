import { unknownProduct } from '../table/unknown-product.ts';

export const stockUnknownProduct = unknownProduct({
  id: 'stock/unknown-product',
  rows: 'a stock row',
  tablesOf: ({ inventory }) => [inventory],
});
