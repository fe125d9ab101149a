/**
 * Generates a content folder with any number of products: variations of the products of a sample,
 * each with its own texts, prices and stock, so that documents compress as those of a real shop.
 */
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { projectFolder } from '../infra/local/run-build.ts';

/** The fields of a product file that benches use or edit. */
export interface ProductFile {
  readonly sku: string;
  readonly name: Readonly<Record<string, string>>;
  readonly descriptions: Readonly<Record<string, ProductFile['name']>>;
  readonly colors: readonly { readonly color: string; readonly images?: readonly string[] }[];
  readonly markets: readonly string[];
  readonly customization: { readonly colorBlocks: boolean };
  readonly [field: string]: unknown;
}

/** Files of the sample that are generated, drawn, or (the ids of variants.csv) unique. */
const leftOut =
  /^(products|prices|drawings|assets.products|(inventory|active-products|variants).csv)$/;

/** Fields of products that are not on sale every day. */
const dated = /"(draft|availableFrom|availableUntil)":/;

/**
 * Writes a content folder: `count` products and their tables, and copies of the shared files of
 * `sample`, by default the content of this project. Equal arguments result in equal bytes.
 */
export async function generateCatalogue(
  folder: string,
  count: number,
  sample = join(projectFolder, 'content'),
): Promise<void> {
  const isCopied = (path: string) => !leftOut.test(path.slice(sample.length + 1));
  await cp(sample, folder, { recursive: true, filter: isCopied });
  await Promise.all(['products', 'prices'].map((name) => mkdir(join(folder, name))));
  const bases: ProductFile[] = [];
  for (const name of (await readdir(join(sample, 'products'))).sort()) {
    const text = await readFile(join(sample, 'products', name), 'utf8');
    if (!dated.test(text)) bases.push(JSON.parse(text));
  }
  const words = collectWords(bases);
  for (let index = 0; index < count; index += 1) {
    const product = vary(bases, index, words);
    const path = join(folder, 'products', `${product.sku}.json`);
    await writeFile(path, `${JSON.stringify(product, undefined, 2)}\n`);
  }
  const skus = bases.map(({ sku }) => sku);
  const prices = (await readdir(join(sample, 'prices'))).map((name) => `prices/${name}`);
  for (const table of ['inventory.csv', 'active-products.csv', ...prices]) {
    const text = await readFile(join(sample, table), 'utf8');
    const rows = growTable(text, skus, count, changes[basename(table)] ?? movePrice);
    await writeFile(join(folder, table), rows);
  }
}

/** Words to replace. After an apostrophe, French depends on the first letter. */
const longWords = /(?<![\p{L}’])\p{Ll}{4,}(?![\p{L}’])/gu;

/** Locale and number of letters, such as `en 7` → words. */
type Words = Readonly<Record<string, readonly string[]>>;

function collectWords(products: readonly ProductFile[]): Words {
  const words: Record<string, string[]> = {};
  const texts = products.flatMap(({ descriptions }) => Object.values(descriptions));
  for (const [locale, text] of texts.flatMap((each) => Object.entries(each))) {
    for (const [word] of text.matchAll(longWords)) {
      const key = `${locale} ${word.length}`;
      words[key] = [...(words[key] ?? []), word];
    }
  }
  return words;
}

/**
 * Returns generated product number `index`: a copy of a base product with a number, picture URLs
 * (as in large shops, so that the build draws nothing), and the descriptions of another one with
 * other words of the same length: they compress as texts that people have written.
 */
function vary(bases: readonly ProductFile[], index: number, words: Words): ProductFile {
  const pick = (at: number) => bases[at % bases.length] as ProductFile;
  const { drawing, images, formerSkus, ...base } = pick(index);
  const sku = `${base.sku}-${index}`;
  const names = Object.entries(base.name).map(([locale, name]) => [locale, `${name} ${index}`]);
  const varyText = (locale: string, text: string) =>
    text.replace(longWords, (word, at: number) => {
      const others = words[`${locale} ${word.length}`] ?? [word];
      return others[(index * 7919 + at * 104729) % others.length] as string;
    });
  const texts = pick(index * 31 + Math.floor(index / bases.length)).descriptions;
  const descriptions = JSON.parse(JSON.stringify(texts), (locale, value) =>
    typeof value === 'string' ? varyText(locale, value) : value,
  ) as ProductFile['descriptions'];
  const colors = base.colors.map((color) => ({ ...color, images: imagesOf(sku, color.color) }));
  return { ...base, sku, name: Object.fromEntries(names), descriptions, colors };
}

/** Returns the picture URLs of a colour of a generated product. */
export function imagesOf(sku: string, color: string): string[] {
  return ['front', 'back'].map((side) => `https://images.example.com/${sku}/${color}-${side}.jpg`);
}

/** Changes a table row without its SKU, such as `,CAD,24,12.50,,,`, for product number `index`. */
type Change = (cells: string, index: number) => string;

/** Adds 0 to 96 cents, the same to all prices of a product: larger quantities keep lower prices. */
const movePrice: Change = (cells, index) =>
  cells.replaceAll(/\d+\.\d\d/g, (price) => (+price + (index % 97) / 100).toFixed(2));

const changes: Readonly<Record<string, Change>> = {
  // The quantity in `,black,OSFA,1359,,,,`, unless the product is sold out.
  'inventory.csv': (cells, index) =>
    cells.replace(/(?<=^,[^,]*,[^,]*,)[1-9]\d*/, (pieces) => `${+pieces + ((index * 7) % 997)}`),
  'active-products.csv': (cells) => cells,
  'surcharges.csv': (cells) => cells,
};

/** Returns a table in which each generated product has the rows of its base with its own SKU. */
function growTable(table: string, skus: readonly string[], count: number, change: Change): string {
  const [header = '', ...rows] = table.trimEnd().split('\n');
  const rowsOf = skus.map((sku) => rows.filter((row) => row.startsWith(`${sku},`)));
  const grown = Array.from({ length: count }, (_, index) => {
    const sku = skus[index % skus.length] ?? '';
    const own = (rowsOf[index % skus.length] ?? []).map((row) => row.slice(sku.length));
    return own.map((cells) => `${sku}-${index}${change(cells, index)}\n`).join('');
  });
  return `${header}\n${grown.join('')}`;
}
