/** Edits product names and prices of a generated catalogue. The edited content is valid. */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A prepared change of the English name of one product. */
export interface NameEdit {
  readonly sku: string;
  /** The new English name. */
  readonly name: string;
  /** Replaces the product file with the edited file by a rename, as text editors do. */
  save(): Promise<void>;
}

/**
 * Prepares a new English name for a product that is sold in Canada. `round`, the number of the edit, selects the file
 * where the search for such a product starts, so that successive edits usually change different products. The content
 * changes only when `save` is called. Prepare one edit at a time: the next call overwrites an edit that is not saved.
 * Throws an `Error` if no product is sold in Canada.
 */
export async function prepareNameEdit(content: string, round: number): Promise<NameEdit> {
  const names = (await readdir(join(content, 'products'))).sort();
  for (let searched = 0; searched < names.length; searched += 1) {
    const path = join(content, 'products', names[(round * 31 + searched) % names.length] as string);
    const product = JSON.parse(await readFile(path, 'utf8')) as EditedProduct;
    if (!product.markets.includes('CA')) continue;
    const name = `New ${product.name.en}`;
    const edited = { ...product, name: { ...product.name, en: name } };
    // Outside the content folder: inside, the watch would report the file before it is saved.
    const draft = `${content}.edited.json`;
    await writeFile(draft, `${JSON.stringify(edited, undefined, 2)}\n`);
    return { sku: product.sku, name, save: () => rename(draft, path) };
  }
  throw new Error(`no product in ${content} is sold in Canada`);
}

interface EditedProduct {
  readonly sku: string;
  readonly markets: readonly string[];
  readonly name: { readonly en: string };
}

/** `editPrices` lowers a price of every fifth product. */
const everyNth = 5;

/**
 * Edits `prices/msrp.csv`: for every fifth product, lowers the price in the last row of the product by one cent.
 * `round` selects the products: 0 the first, sixth, eleventh …; 1 the second, seventh, twelfth …; 5 the same as 0.
 * Returns the number of lowered prices.
 */
export async function editPrices(content: string, round: number): Promise<number> {
  const path = join(content, 'prices', 'msrp.csv');
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  let products = 0;
  let edited = 0;
  for (const [at, line] of lines.entries()) {
    const isLastOfProduct = at > 0 && skuIn(line) !== skuIn(lines[at + 1] ?? '');
    if (!isLastOfProduct) continue;
    if (products % everyNth === round % everyNth) {
      lines[at] = lowerPrice(line);
      edited += 1;
    }
    products += 1;
  }
  await writeFile(path, `${lines.join('\n')}\n`);
  return edited;
}

function skuIn(line: string): string {
  return line.slice(0, line.indexOf(','));
}

/** Lowers the price in a table row by one cent: `TEE100,CAD,24,12.50,` → `TEE100,CAD,24,12.49,`. */
function lowerPrice(line: string): string {
  const [sku, currency, quantity, price, ...rest] = line.split(',');
  return [sku, currency, quantity, (Number(price) - 0.01).toFixed(2), ...rest].join(',');
}
