import { unsoldCurrency } from '../table/unsold-currency.ts';

export const surchargeUnsoldCurrency = unsoldCurrency({
  id: 'surcharge/unsold-currency',
  rows: 'surcharges',
  tablesOf: ({ surcharges }) => [surcharges],
});
