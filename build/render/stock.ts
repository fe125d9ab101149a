/** The inventory table, looked up by product. */
import { groupBy } from '../group-by.ts';
import type { Content } from '../load/content.ts';
import type { InventoryRow } from '../schemas/tables.ts';

export interface Stock {
  /** The rows of a product, in the order of the table. */
  rowsOf(sku: string): readonly InventoryRow[];
}

/** Indexes the inventory once: searching it for every product took time that grew with the square. */
export function createStock({ inventory }: Content): Stock {
  const bySku = groupBy(inventory, ({ sku }) => sku);
  return { rowsOf: (sku) => bySku.get(sku) ?? [] };
}
