/** The source that needs no service: `active-products.csv` of a content folder. */
import { join } from 'node:path';
import { groupBy } from '../build/content/group-by.ts';
import { listContent } from '../build/content/list-content.ts';
import { createFileReader } from '../build/content/load-shared.ts';
import { activeProductRowSchema } from '../build/content/schemas/tables.ts';
import type { Source } from './source.ts';
import { SyncError } from './sync-error.ts';

const file = 'active-products.csv';

/** Reads the table whenever it is asked; throws `SyncError` for a row that does not hold. */
export function createContentSource(folder: string): Source {
  return {
    name: join(folder, file),
    // It is the truth itself, not what somebody said of it a while ago.
    maxAgeSeconds: undefined,
    async ask() {
      const reader = createFileReader(folder, await listContent(folder, file));
      const { rows } = await reader.table(file, activeProductRowSchema);
      const [fault] = reader.found;
      if (fault !== undefined) {
        const { line, message } = fault.fault;
        const place = `${join(folder, file)}${line === undefined ? '' : `:${line}`}`;
        throw new SyncError(`${place} ${message}; npm run build shows every fault`);
      }
      const bySku = groupBy(rows, ({ sku }) => sku);
      return {
        products: [...bySku].map(([sku, sold]) => ({
          sku,
          companies: [...new Set(sold.map(({ company }) => company))],
        })),
      };
    },
    async close() {},
  };
}
