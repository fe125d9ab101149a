import { unsoldCurrency } from '../table/unsold-currency.ts';
import { priceTables } from './price-tables.ts';

export const priceUnsoldCurrency = unsoldCurrency({
  id: 'price/unsold-currency',
  rows: 'prices',
  tablesOf: priceTables,
});
