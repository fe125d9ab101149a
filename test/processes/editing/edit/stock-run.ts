/** Runs `npm run edit -- stock` with tables of warehouses. */
import type { EditRun } from './edit-run.ts';

/** The table of the stock in the content folder. */
export const stockFile = 'inventory.csv';

/** The text of a locations.json with two locations, not in the order of the alphabet. */
export const locations = JSON.stringify({
  locations: {
    reno: { name: { en: 'Reno', fr: 'Reno' }, country: 'US', markets: ['US'] },
    montreal: { name: { en: 'Montreal', fr: 'Montréal' }, country: 'CA', markets: ['CA', 'US'] },
  },
});

/** Writes variants.csv with part ids of two variants of TEE-1, and the GTIN of one of them. */
export async function addVariants({ content }: EditRun): Promise<void> {
  const rows = ['TEE-1,navy,S,T1-NVY-S,012345678905', 'TEE-1,navy,M,T1-NVY-M,'];
  await content.write('variants.csv', ['sku,color,size,part_id,gtin', ...rows, ''].join('\n'));
}

/**
 * Runs the command with a table whose lines are `table`. Returns its path, the output of the
 * command and the new text of inventory.csv.
 */
export async function takeStock(
  edit: EditRun,
  table: readonly string[],
  ...args: readonly string[]
) {
  const file = await edit.save('stock.csv', `${table.join('\n')}\n`);
  const end = await edit.run('stock', file, ...args);
  return { file, ...end, stock: await edit.read(stockFile) };
}
