import type { SurchargeRow } from '../../../content/schemas/tables.ts';
import { repeatedRow } from '../table/repeated-row.ts';

export const surchargeRepeated = repeatedRow<SurchargeRow>({
  id: 'surcharge/repeated',
  summary: 'A size of a product has one surcharge a currency and price list.',
  tableOf: ({ surcharges }) => surcharges,
  columns: ['currency', 'size', 'list'],
});
