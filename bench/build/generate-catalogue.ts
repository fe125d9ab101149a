/**
 * Generates a content folder with any number of products, which are variations of the products of the sample catalogue
 * in `content/`.
 */
import { createWriteStream } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { ProductContent } from '../../build/content/schemas/product.ts';

const sample = fileURLToPath(new URL('../../content/', import.meta.url));
/**
 * Origin of the picture URLs of generated products. Every colour has picture URLs, as in large shops, so that the build
 * draws no pictures.
 */
const photographs = 'https://images.example.com';

/**
 * Writes a content folder, which need not exist: `count` products (variations of the sample's products), the tables of
 * these products, and copies of the sample's shared files. Writes the same bytes for the same `count`.
 */
export async function generateCatalogue(folder: string, count: number): Promise<void> {
  await mkdir(join(folder, 'products'), { recursive: true });
  await cp(sample, folder, {
    recursive: true,
    filter: (path) => !isLeftOut(path.slice(sample.length)),
  });
  const names = (await readdir(join(sample, 'products'))).sort();
  const products = await Promise.all(
    names.map(
      async (name) =>
        JSON.parse(await readFile(join(sample, 'products', name), 'utf8')) as ProductContent,
    ),
  );
  const bases = products.filter(isAlwaysAvailable);
  for (let index = 0; index < count; index += 1) {
    const product = vary(bases, index);
    const text = `${JSON.stringify(product, undefined, 2)}\n`;
    await writeFile(join(folder, 'products', `${product.sku}.json`), text);
  }
  const skus = bases.map(({ sku }) => sku);
  await mkdir(join(folder, 'prices'), { recursive: true });
  const prices = (await readdir(join(sample, 'prices'))).map((name) => `prices/${name}`);
  for (const table of ['inventory.csv', 'active-products.csv', ...prices]) {
    await growTable(table, folder, skus, count);
  }
}

/** Returns true for a product that is available on every day: it is not a draft and has no first or last day. */
function isAlwaysAvailable({ draft, availableFrom, availableUntil }: ProductContent): boolean {
  return !draft && availableFrom === undefined && availableUntil === undefined;
}

/**
 * Returns true for files of the sample that are not copied: products and tables, which are generated;
 * drawings and product pictures, because products have picture URLs; and `variants.csv`, whose ids would not
 * be unique.
 */
function isLeftOut(path: string): boolean {
  return /^(products|prices|drawings|assets\/products)\/|^(inventory|active-products|variants)\.csv$/.test(
    path,
  );
}

/**
 * Returns the SKU of generated product number `index`, a variation of the sample product `base`: `TEE100-12` for
 * `TEE100` and 12.
 */
export function skuOf(base: string, index: number): string {
  return `${base}-${index}`;
}

/**
 * Returns generated product number `index`: a copy of one sample product with a numbered name, picture URLs,
 * the long description of a second and the short description of a third sample product.
 */
function vary(bases: readonly ProductContent[], index: number): ProductContent {
  const pick = (step: number) => bases[Math.floor(index / step) % bases.length] as ProductContent;
  const { drawing, images, formerSkus, ...base } = pick(1);
  const sku = skuOf(base.sku, index);
  const { long } = pick(bases.length).descriptions;
  const { short } = pick(bases.length ** 2).descriptions;
  return {
    ...base,
    sku,
    name: Object.fromEntries(
      Object.entries(base.name).map(([locale, name]) => [locale, `${name} ${index}`]),
    ),
    descriptions: { ...base.descriptions, ...(short && { short }), ...(long && { long }) },
    colors: base.colors.map((color) => ({
      ...color,
      images: ['front', 'back'].map((side) => `${photographs}/${sku}/${color.color}-${side}.jpg`),
    })),
  };
}

/**
 * Writes the table `table`, such as `prices/msrp.csv`, into `folder`. Each of the `count` generated products gets the
 * rows of its sample product with the generated SKU: `TEE100,CAD,24,…` → `TEE100-12,CAD,24,…`. `movePrice` changes the
 * prices, except surcharges. `skus` are the SKUs of the sample products, in the order in which `vary` copies them; rows
 * of other sample products are left out.
 */
async function growTable(
  table: string,
  folder: string,
  skus: readonly string[],
  count: number,
): Promise<void> {
  const text = await readFile(join(sample, table), 'utf8');
  const [header = '', ...rows] = text.trimEnd().split('\n');
  const rest = new Map<string, string[]>(skus.map((sku) => [sku, []]));
  for (const row of rows) {
    const comma = row.indexOf(',');
    rest.get(row.slice(0, comma))?.push(row.slice(comma));
  }
  const isPrice = basename(table) !== 'surcharges.csv' && table.startsWith('prices/');
  function* lines() {
    yield `${header}\n`;
    for (let index = 0; index < count; index += 1) {
      const base = skus[index % skus.length] as string;
      const moved = isPrice ? (cells: string) => movePrice(cells, index) : (cells: string) => cells;
      const own = rest.get(base) ?? [];
      yield own.map((cells) => `${skuOf(base, index)}${moved(cells)}\n`).join('');
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(join(folder, table)));
}

/**
 * Adds an amount of 0 to 96 cents to every number with two decimals in `cells`, a price row without its SKU:
 * `,CAD,24,12.50,` → `,CAD,24,12.62,` for `index` 12. The amount depends only on `index`, the number of the product, so
 * that a larger quantity of the product still has the lower price.
 */
function movePrice(cells: string, index: number): string {
  return cells.replaceAll(/\d+\.\d\d/g, (price) => (Number(price) + (index % 97) / 100).toFixed(2));
}
