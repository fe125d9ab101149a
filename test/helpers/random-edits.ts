/** Random edits of a content folder for property tests; the content stays valid. */
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { locatedStock } from './located-stock.ts';
import { pictureOfSize } from './pictures.ts';

/**
 * One edit. `kind` is what it edits. `at` is a random number that selects the edited product, text or row (modulo the
 * number of candidates) and often the new value. `text` is a random word, which is appended to a text.
 */
export interface Edit {
  readonly kind: keyof typeof kinds;
  readonly at: number;
  readonly text: string;
}

type Apply = (folder: string, edit: Edit) => Promise<void>;

const tables = [
  'prices/msrp.csv',
  'prices/net-A1.csv',
  'prices/net-A3.csv',
  'prices/surcharges.csv',
  'inventory.csv',
  'active-products.csv',
  'variants.csv',
];

async function rewrite(folder: string, file: string, change: (text: string) => string) {
  const path = join(folder, file);
  await writeFile(path, change(await readFile(path, 'utf8')));
}

/** Replaces the text of every existing table by the result of `change`. */
async function rewriteTables(folder: string, change: (csv: string) => string) {
  for (const table of tables) {
    if (existsSync(join(folder, table))) await rewrite(folder, table, change);
  }
}

/** Returns the file name of the product that `at` selects, such as `TEE-1.json`. */
async function pickProduct(folder: string, at: number): Promise<string> {
  const names = (await readdir(join(folder, 'products'))).sort();
  return names[at % names.length] as string;
}

/**
 * Replaces one match of `pattern` in `text` by the result of `to`: match number `at`, modulo the number of matches.
 * Returns the text unchanged if nothing matches.
 */
function replaceOne(text: string, pattern: RegExp, at: number, to: (found: string) => string) {
  const found = [...text.matchAll(pattern)];
  const match = found[at % Math.max(1, found.length)];
  if (match === undefined) return text;
  const end = match.index + match[0].length;
  return text.slice(0, match.index) + to(match[0]) + text.slice(end);
}

/** Returns an edit that appends `text` to one English or French text of a JSON file, which `at` selects. */
const editText =
  (file: string): Apply =>
  (folder, { at, text }) =>
    rewrite(folder, file, (json) =>
      replaceOne(json, /"(?:en|fr)": "[^"{}\\]+/g, at, (found) => `${found}${text}`),
    );

const dropRows = (sku: string, replacement?: string) => (csv: string) =>
  csv.replaceAll(new RegExp(`^${sku},(.*)\n`, 'gm'), (_row, cells: string) =>
    replacement === undefined ? '' : `${replacement},${cells}\n`,
  );

const kinds = {
  async product(folder, edit) {
    await editText(`products/${await pickProduct(folder, edit.at)}`)(folder, edit);
  },
  async remove(folder, { at }) {
    if ((await readdir(join(folder, 'products'))).length < 3) return;
    const name = await pickProduct(folder, at);
    await rm(join(folder, 'products', name));
    await rewriteTables(folder, dropRows(name.slice(0, -5)));
  },
  async rename(folder, { at }) {
    const name = await pickProduct(folder, at);
    const sku = name.slice(0, -5);
    const renamed = `${'CAKE'[at % 4]}${sku}`.slice(0, 20);
    await rewrite(folder, `products/${name}`, (json) => json.replace(`"${sku}"`, `"${renamed}"`));
    await rename(join(folder, 'products', name), join(folder, 'products', `${renamed}.json`));
    await rewriteTables(folder, dropRows(sku, renamed));
  },
  stock: (folder, { at }) =>
    rewrite(folder, 'inventory.csv', (csv) => replaceOne(csv, /,\d+$/gm, at, () => `,${at}`)),
  /** Adds a location to every stock row, in a column before the quantity. */
  async locations(folder, { at }) {
    const locations = locatedStock['locations.json'];
    await writeFile(join(folder, 'locations.json'), locations);
    const ids = Object.keys((JSON.parse(locations) as { locations: object }).locations);
    await rewrite(folder, 'inventory.csv', (csv) => {
      const rows = csv.trimEnd().split('\n').slice(1);
      const located = rows.map((row, index) => {
        const cells = row.split(',');
        return [...cells.slice(0, 3), ids[(at + index) % ids.length], cells.at(-1)].join();
      });
      return `${['sku,color,size,location,quantity', ...located].join('\n')}\n`;
    });
  },
  /**
   * Writes variants.csv with a part id for each variant in stock. After a second such edit, variants can have part ids
   * that other variants had before.
   */
  async variants(folder, { at }) {
    const csv = await readFile(join(folder, 'inventory.csv'), 'utf8');
    const rows = csv.trimEnd().split('\n').slice(1);
    const named = rows.map((row, index) => {
      return `${row.split(',').slice(0, 3).join()},P-${(at + index) % 20}`;
    });
    const text = `${['sku,color,size,part_id', ...named].join('\n')}\n`;
    await writeFile(join(folder, 'variants.csv'), text);
  },
  // Changes only cents: brackets stay in order, and net prices below the MSRP.
  price: (folder, { at }) =>
    rewrite(folder, tables[at % 3] as string, (csv) =>
      replaceOne(csv, /\.\d\d,$/gm, at, () => `.${10 + (at % 89)},`),
    ),
  async active(folder, { at }) {
    const sku = (await pickProduct(folder, at)).slice(0, -5);
    const company = ['north-shop', 'south-shop', 'west-shop'][at % 3];
    await rewrite(folder, 'active-products.csv', (csv) => {
      const row = `${sku},${company}\n`;
      return csv.includes(row) ? csv.replace(row, '') : csv + row;
    });
  },
  color: (folder, { at }) =>
    rewrite(folder, 'colors.json', (json) =>
      replaceOne(
        json,
        /#[0-9A-F]{6}/g,
        at,
        () => `#${((at * 7919) % 0xffffff).toString(16).padStart(6, '0')}`,
      ),
    ),
  rank: (folder, { at }) =>
    rewrite(folder, 'tags.json', (json) =>
      replaceOne(json, /"rank": "[a-z-]+"/g, at, () => `"rank": "${at % 2 ? 'new' : 'other'}"`),
    ),
  drawing: (folder, { text }) =>
    rewrite(folder, 'drawings/tee-front.svg', (svg) => `${svg}<!--${text}-->`),
  picture: (folder, { at }) =>
    writeFile(
      join(folder, 'assets/photos/stateside.png'),
      pictureOfSize('png', 1 + (at % 3), 1 + (at % 2)),
    ),
  brands: editText('brands.json'),
  catalogue: editText('catalogue.json'),
  decorations: editText('decorations.json'),
  charts: editText('size-charts.json'),
} satisfies Record<string, Apply>;

/** Generates one to three random edits, which are made between two builds. */
export const editsArbitrary: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
    at: fc.nat({ max: 0xffff }),
    text: fc.stringMatching(/^[a-z]{1,8}$/),
  }),
  { minLength: 1, maxLength: 3 },
);

/** Applies an edit to a content folder. */
export function applyEdit(folder: string, edit: Edit): Promise<void> {
  const apply: Apply = kinds[edit.kind];
  return apply(folder, edit);
}
