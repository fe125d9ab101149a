/** Load: a content folder in, what could be read of it out, with the faults of every file. */
import { basename } from 'node:path';
import { compare } from './compare.ts';
import type { Draft, ProductDraft } from './draft.ts';
import type { Found } from './findings/finding.ts';
import { listContent } from './list-content.ts';
import { loadShared, productFilesOf, tiersOf } from './load-shared.ts';
import { readProductTables } from './product-tables.ts';
import { createReader, type Reader } from './reader.ts';
import { productSchema } from './schemas/product.ts';

/** Files that are read at once: more would only hold memory. */
const parallel = 32;

/** Reads everything below `folder`. Nothing is thrown for what the content holds: see `found`. */
export async function loadDraft(folder: string): Promise<Draft> {
  const found: Found[] = [];
  const listing = await listContent(folder);
  const reader = createReader(folder, found, listing);
  const shared = await loadShared(folder, reader, listing);
  return {
    ...shared,
    ...(await readProductTables(tiersOf(shared), reader.table)),
    found,
    products: await loadProducts(productFilesOf(shared), reader),
  };
}

async function loadProducts(
  waiting: string[],
  { json, documents }: Reader,
): Promise<readonly ProductDraft[]> {
  const products: ProductDraft[] = [];
  const work = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const { value, whole } = await json(file, productSchema);
      // The ids of shared tables are taken from the documents; a product's are its own.
      documents.delete(file);
      products.push({ file, sku: value.sku ?? basename(file, '.json'), product: value, whole });
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return products.sort((a, b) => compare(a.sku, b.sku) || compare(a.file, b.file));
}
