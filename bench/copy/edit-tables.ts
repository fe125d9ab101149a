/** Removes products from a generated catalogue and edits its stock; the catalogue stays valid. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes the file of a product and its rows in `prices/*.csv`, `inventory.csv` and `active-products.csv`. */
export async function removeProduct(content: string, sku: string): Promise<void> {
  await rm(join(content, 'products', `${sku}.json`));
  const prices = (await readdir(join(content, 'prices'))).map((name) => `prices/${name}`);
  for (const table of ['inventory.csv', 'active-products.csv', ...prices]) {
    await rewrite(content, table, (lines) => lines.filter((line) => !line.startsWith(`${sku},`)));
  }
}

/** `editStock` changes the stock of every fifth product. */
const everyNth = 5;

/** For every fifth product in `inventory.csv`, adds one piece to the stock in each of its rows. */
export function editStock(content: string): Promise<void> {
  let products = 0;
  let last = '';
  return rewrite(content, 'inventory.csv', (lines) =>
    lines.map((line, at) => {
      const [sku = '', color, size, quantity, ...others] = line.split(',');
      if (at === 0 || line === '') return line;
      if (sku !== last) products += 1;
      last = sku;
      if (products % everyNth !== 0) return line;
      return [sku, color, size, Number(quantity) + 1, ...others].join(',');
    }),
  );
}

async function rewrite(
  content: string,
  table: string,
  change: (lines: readonly string[]) => readonly string[],
): Promise<void> {
  const path = join(content, table);
  const lines = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, change(lines).join('\n'));
}
