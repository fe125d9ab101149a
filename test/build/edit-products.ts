/** Adds products to a copy of the fixture content, and removes them. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentFolder } from '../helpers/content.ts';

/** The tables with rows of BAG-5. */
const tables = ['prices/msrp', 'prices/net-A1', 'prices/net-A3', 'inventory'];

/** Adds copies of the product BAG-5 with the SKUs `added`, and their rows in the tables. */
export async function addProducts(folder: ContentFolder, added: readonly string[]): Promise<void> {
  const text = await readFile(join(folder.path, 'products/BAG-5.json'), 'utf8');
  for (const sku of added) await folder.write(`products/${sku}.json`, text.replace('BAG-5', sku));
  for (const table of tables) {
    const csv = await readFile(join(folder.path, `${table}.csv`), 'utf8');
    const rows = csv.split('\n').filter((line) => line.startsWith('BAG-5,'));
    const copies = added.flatMap((sku) => rows.map((row) => `${row.replace('BAG-5', sku)}\n`));
    await folder.append(`${table}.csv`, copies.join(''));
  }
}

/** Removes an added product and its rows in the tables. */
export async function removeProduct(folder: ContentFolder, sku: string): Promise<void> {
  await folder.remove(`products/${sku}.json`);
  for (const table of tables) {
    const path = join(folder.path, `${table}.csv`);
    const lines = (await readFile(path, 'utf8')).split('\n');
    await writeFile(path, lines.filter((line) => !line.startsWith(`${sku},`)).join('\n'));
  }
}
