/**
 * The source of active products if there is no specification service: the file `active-products.csv` of the
 * content folder.
 */
import { join } from 'node:path';
import { groupBy } from '../build/content/group-by.ts';
import { type ContentListing, listContent } from '../build/content/list-content.ts';
import { createFileReader } from '../build/content/load-shared.ts';
import { activeProductsFile as file } from '../build/content/product-tables.ts';
import { activeProductRowSchema } from '../build/content/schemas/tables.ts';
import { ExpectedError } from '../console/errors.ts';
import { type Source, SyncError } from './source.ts';

/**
 * Lists the files of a content folder for the file reader, which needs this list: only `active-products.csv`, or no
 * file if it is missing. Throws a `SyncError` if the folder is missing.
 */
async function list(folder: string): Promise<ContentListing> {
  try {
    return await listContent(folder, file);
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    throw new SyncError(error.message, { cause: error });
  }
}

/**
 * Returns a source of active products that reads `active-products.csv` of a content folder at each call of its `ask`.
 * `ask` throws a `SyncError` if the folder or the file is missing, or for the first fault in the file.
 */
export function createContentSource(folder: string): Source {
  return {
    name: join(folder, file),
    // The content is the original data, so the answer does not expire.
    maxAgeSeconds: undefined,
    async ask() {
      const reader = createFileReader(folder, await list(folder));
      const { rows } = await reader.table(file, activeProductRowSchema);
      const [fault] = reader.found;
      if (fault !== undefined) {
        const { line, message } = fault.fault;
        const place = `${join(folder, file)}${line === undefined ? '' : `:${line}`}`;
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
