/** Adds copies of the product BAG-5 to a copy of the fixture, and removes them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentFolder } from '../../helpers/content.ts';

const original = 'BAG-5';
const tables = ['msrp', 'net-A1', 'net-A3'].map((name) => `prices/${name}.csv`);

const read = ({ path }: ContentFolder, file: string) => readFile(join(path, file), 'utf8');

/** Adds a copy of BAG-5, with its prices, for each of the given SKUs. */
export async function addClones(content: ContentFolder, skus: readonly string[]): Promise<void> {
  const product = await read(content, `products/${original}.json`);
  for (const sku of skus) {
    await content.write(`products/${sku}.json`, product.replace(`"${original}"`, `"${sku}"`));
  }
  for (const file of tables) {
    const rows = (await read(content, file)).split('\n').filter((row) => row.startsWith(original));
    const cloned = skus.flatMap((sku) => rows.map((row) => `${row.replace(original, sku)}\n`));
    await content.append(file, cloned.join(''));
  }
}

/** Removes the copies with the given SKUs and their prices. */
export async function removeClones(content: ContentFolder, skus: readonly string[]): Promise<void> {
  for (const sku of skus) await content.remove(`products/${sku}.json`);
  for (const file of tables) {
    const rows = (await read(content, file)).split('\n');
    const kept = rows.filter((row) => !skus.includes(row.split(',')[0] ?? ''));
    await content.write(file, kept.join('\n'));
  }
}
