/** Adds products to a copy of the fixture content, and removes them. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import type { Encoding } from '../../../../build/output/encode.ts';
import { dangerKinds } from '../../../../releases/guard/dangers.ts';
import { type ContentFolder, copyContent } from '../../../helpers/content.ts';
import { build } from '../../../helpers/released-files.ts';

/** The tables with rows of BAG-5. */
const tables = ['prices/msrp', 'prices/net-A1', 'prices/net-A3', 'inventory'];

/** Adds a copy of the product BAG-5 and of its table rows for each SKU in `added`. */
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

/**
 * Builds a copy of the fixture content with the products `added`. Returns the content (`folder`), the output folder
 * (`out`), `again`, which builds the content into `out` again, and `cold`, which builds it into an empty folder and
 * returns the path of that folder.
 */
export async function buildWithProducts(
  t: ExecutionContext,
  added: readonly string[],
  encoding: Encoding,
) {
  const folder = await copyContent(t);
  await addProducts(folder, added);
  const options = { accept: dangerKinds, encoding };
  const { out } = await build(t, folder.path, undefined, options);
  const again = () => build(t, folder.path, out, options);
  const cold = async () => (await build(t, folder.path, undefined, options)).out;
  return { folder, out, again, cold };
}
