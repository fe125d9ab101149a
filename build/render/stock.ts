/** The inventory table, looked up by product. */

import type { Content } from '../content/content.ts';
import { groupBy } from '../content/group-by.ts';
import type { InventoryRow } from '../content/schemas/tables.ts';

export interface Stock {
  /** The rows of a product, in the order of the table. */
  rowsOf(sku: string): readonly InventoryRow[];
}

/** Indexes the inventory once: searching it for every product took time that grew with the square. */
export function createStock({ inventory }: Content): Stock {
  const bySku = groupBy(inventory, ({ sku }) => sku);
  return { rowsOf: (sku) => bySku.get(sku) ?? [] };
}
