import { unknownProduct } from '../table/unknown-product.ts';

export const surchargeUnknownProduct = unknownProduct({
  id: 'surcharge/unknown-product',
  rows: 'a surcharge',
  tablesOf: ({ surcharges }) => [surcharges],
});
