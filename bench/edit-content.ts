/** Edits a generated catalogue as editors do; the edited content is valid. */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { imagesOf, type ProductFile } from './generate-catalogue.ts';

/**
 * Returns a product that is sold in Canada and has no colour blocks, and its path. `edit` selects
 * the file at which the search begins. Throws if there is no such product.
 */
export async function findProduct(content: string, edit: number): Promise<[string, ProductFile]> {
  const names = (await readdir(join(content, 'products'))).sort();
  for (let searched = 0; searched < names.length; searched += 1) {
    const path = join(content, 'products', names[(edit * 31 + searched) % names.length] as string);
    const product = JSON.parse(await readFile(path, 'utf8')) as ProductFile;
    const { markets, customization } = product;
    if (markets.includes('CA') && !customization.colorBlocks) return [path, product];
  }
  throw new Error(`no product in ${content} is sold in Canada and has no colour blocks`);
}

/** Gives product number `edit` (see `findProduct`) a new English name, and returns it. */
export async function editName(content: string, edit: number): Promise<ProductFile> {
  const [path, product] = await findProduct(content, edit);
  const name = { ...product.name, en: `New ${product.name['en']}` };
  await saveJson(content, path, { ...product, name });
  return { ...product, name };
}

/** Adds one piece to each row of the stock. */
export function countStock(content: string): Promise<void> {
  return editStock(content, /(?<=^[^,]*,[^,]*,[^,]*,)\d+/gm, (pieces) => String(+pieces + 1));
}

/** Adds a colour to `colors.json` and to a product, in each of its sizes. */
export async function addColor(content: string, edit: number): Promise<void> {
  const id = `bench-${edit}`;
  const colorsPath = join(content, 'colors.json');
  const file = JSON.parse(await readFile(colorsPath, 'utf8')) as { colors: object };
  const name = { en: `Bench ${edit}`, fr: `Banc ${edit}` };
  const swatch = `#4A6B${String(edit + 10).padStart(2, '0')}`;
  const color = { name, swatches: [swatch], families: ['green'] };
  await saveJson(content, colorsPath, { ...file, colors: { ...file.colors, [id]: color } });

  const [path, product] = await findProduct(content, edit);
  const { sku, colors } = product;
  const added = { color: id, images: imagesOf(sku, id) };
  await saveJson(content, path, { ...product, colors: [...colors, added] });
  const like = `${sku},${colors.at(-1)?.color},`;
  const rows = new RegExp(`^${like}.*\n`, 'gm');
  await editStock(content, rows, (row) => row + row.replace(like, `${sku},${id},`));
}

async function editStock(content: string, pattern: RegExp, change: (text: string) => string) {
  const path = join(content, 'inventory.csv');
  await save(content, path, (await readFile(path, 'utf8')).replaceAll(pattern, change));
}

function saveJson(content: string, path: string, value: unknown): Promise<void> {
  return save(content, path, `${JSON.stringify(value, undefined, 2)}\n`);
}

/** Replaces a file by a rename from outside of the content folder, which `npm run dev` watches. */
async function save(content: string, path: string, text: string): Promise<void> {
  await writeFile(`${content}.edited`, text);
  await rename(`${content}.edited`, path);
}
