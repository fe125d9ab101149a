import { unknownProduct } from '../table/unknown-product.ts';
import { priceTables } from './price-tables.ts';

export const priceUnknownProduct = unknownProduct({
  id: 'price/unknown-product',
  rows: 'a price',
  tablesOf: priceTables,
});
