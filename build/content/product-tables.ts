/** Load: the tables whose rows are about products, whichever way each is read. */
import type { z } from 'zod';
import type { Draft, TableDraft } from './draft.ts';
import {
  inventoryRowSchema,
  type PriceRow,
  priceRowSchema,
  surchargeRowSchema,
} from './schemas/tables.ts';

/** Reads a file below the content folder as a table of the schema. */
export type ReadTable = <Shape extends z.ZodObject>(
  file: string,
  schema: Shape,
) => Promise<TableDraft<z.infer<Shape>>>;

/** Reads them one after the other: MSRP, the net prices of each tier, surcharges, stock. */
export async function readProductTables(
  tiers: readonly string[],
  read: ReadTable,
): Promise<Pick<Draft, 'msrp' | 'net' | 'surcharges' | 'inventory'>> {
  const msrp = await read('prices/msrp.csv', priceRowSchema);
  const net = new Map<string, TableDraft<PriceRow>>();
  for (const tier of tiers) net.set(tier, await read(`prices/net-${tier}.csv`, priceRowSchema));
  const surcharges = await read('prices/surcharges.csv', surchargeRowSchema);
  return { msrp, net, surcharges, inventory: await read('inventory.csv', inventoryRowSchema) };
}
