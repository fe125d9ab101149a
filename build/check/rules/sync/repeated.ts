import type { ActiveProductRow } from '../../../content/schemas/tables.ts';
import { repeatedRow } from '../table/repeated-row.ts';

export const syncRepeated = repeatedRow<ActiveProductRow>({
  id: 'sync/repeated',
  summary: 'A company sells a product once.',
  tableOf: ({ activeProducts }) => activeProducts,
  columns: ['company'],
});
