import type { InventoryRow } from '../../../content/schemas/tables.ts';
import { repeatedRow } from '../table/repeated-row.ts';

export const stockRepeated = repeatedRow<InventoryRow>({
  id: 'stock/repeated',
  summary: 'A colour and size of a product has one stock row.',
  tableOf: ({ inventory }) => inventory,
  columns: ['color', 'size'],
});
