import { unknownProduct } from '../table/unknown-product.ts';

export const syncUnknownProduct = unknownProduct({
  id: 'sync/unknown-product',
  rows: 'an active product',
  tablesOf: ({ activeProducts }) => [activeProducts],
});
