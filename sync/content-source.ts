/** The source of active products if there is no specification service: `active-products.csv` of the content folder. */
import { join } from 'node:path';
import { groupBy } from '../build/content/group-by.ts';
import { listContent } from '../build/content/list-content.ts';
import { startReading } from '../build/content/load-shared.ts';
import { readActiveProducts, readIndex } from '../build/content/open-content.ts';
import { activeProductsFile as file } from '../build/content/product-tables.ts';
import { ExpectedError } from '../console/errors.ts';
import { type Source, SyncError } from './source.ts';

/**
 * Returns a source that reads the table at each call of its `ask`, which throws `SyncError` if the folder or the file is
 * missing, or for the first fault in the file. An answer does not expire, because the content is the original data.
 */
export function createContentSource(folder: string): Source {
  const path = join(folder, file);
  return {
    name: path,
    maxAgeSeconds: undefined,
    async ask() {
      const listing = await listContent(folder, file).catch((error: Error) => {
        throw error instanceof ExpectedError
          ? new SyncError(error.message, { cause: error })
          : error;
      });
      const reading = startReading(folder, listing);
      const { rows, found: faults } = readActiveProducts(readIndex(reading, file));
      const [found] = [...reading.found, ...faults];
      if (found !== undefined) {
        const { line, message } = found.fault;
        const place = `${path}${line === undefined ? '' : `:${line}`}`;
        throw new SyncError(`${place} ${message}; npm run build shows every error`);
      }
      const bySku = groupBy(rows, ({ sku }) => sku);
      return {
        products: [...bySku].map(([sku, rowsOfSku]) => ({
          sku,
          companies: [...new Set(rowsOfSku.map(({ company }) => company))],
        })),
      };
    },
    async close() {},
  };
}
