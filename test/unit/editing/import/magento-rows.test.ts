/** Imports of Magento exports with only a few rows. A style is a product with variants. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { parse } from 'csv-parse/sync';
import { toCsv } from '../../../../editing/import/content-files.ts';
import { loadContent, makeFolder } from '../../../helpers/content.ts';
import { runImport } from '../../../helpers/import-run.ts';

const columns = [
  ...['sku', 'store_view_code', 'product_type', 'categories', 'name', 'description', 'price'],
  ...['special_price', 'special_price_from_date', 'special_price_to_date', 'base_image'],
  ...['additional_attributes', 'qty', 'is_in_stock', 'product_online', 'configurable_variations'],
  ...['manage_stock', 'use_config_manage_stock', 'visibility'],
] as const;
type Row = Readonly<Partial<Record<(typeof columns)[number], string>>>;

const configurable = (sku: string, more: Row = {}): Row => ({
  ...{ sku, product_type: 'configurable', name: 'Tee', price: '10', product_online: '1' },
  ...more,
});
const simple = (sku: string, attributes: string, more: Row = {}): Row => ({
  ...{ sku, product_type: 'simple', name: 'Tee', price: '10', product_online: '1' },
  ...{ additional_attributes: attributes, qty: '5', is_in_stock: '1' },
  ...more,
});

/**
 * Imports rows of a Magento export. Returns the report, the loaded content, and a function that reads a table
 * of the content.
 */
async function importRows(
  t: ExecutionContext,
  rows: readonly Row[],
  { categories = [['Men', '']], args = [] }: { categories?: string[][]; args?: string[] } = {},
) {
  const folder = await makeFolder(t);
  const [source, out] = [join(folder, 'export'), join(folder, 'content')];
  await mkdir(source);
  const paths = categories.map(([name = '', path = '']) => ({ name, url_key: name, path }));
  await writeFile(join(source, 'products.csv'), toCsv(columns, rows));
  await writeFile(join(source, 'attributes.csv'), 'attribute_code,option\nsize,S\n');
  await writeFile(join(source, 'categories.csv'), toCsv(['name', 'url_key', 'path'], paths));
  const report = await runImport(source, '--out', out, ...args);
  const content = await loadContent(out);
  const leftOut = await readFile(`${out}.left-out.csv`, 'utf8').catch(() => '');
  const rowsOf = async (file: string): Promise<Record<string, string>[]> =>
    parse(await readFile(join(out, file), 'utf8'), { columns: true });
  return { report, leftOut, ...content, rowsOf };
}

/**
 * Imports rows of a Magento export. Returns the report, and each variant as text such as `A1 red S`.
 */
async function variantsOf(t: ExecutionContext, ...rows: readonly Row[]) {
  const { rowsOf, report } = await importRows(t, rows);
  const stock = await rowsOf('inventory.csv');
  return { report, variants: stock.map(({ sku, color, size }) => `${sku} ${color} ${size}`) };
}

test('a style has the variants that it lists, once each, in the listed order', async (t) => {
  const { variants } = await variantsOf(
    t,
    simple('A1-M', 'size=M,color=Red'),
    simple('A1-S', 'size=S,color=Red'),
    configurable('A1', {
      configurable_variations: 'sku=A1-S,size=S|sku=a1-m,size=M|sku=A1-S,size=S',
    }),
  );
  t.deepEqual(variants, ['A1 red S', 'A1 red M']);
});

test('a style that lists no variants has those whose SKU begins with its SKU', async (t) => {
  const { variants } = await variantsOf(
    t,
    configurable('A1'),
    configurable('A1-B'),
    simple('A1-B-M', 'size=M,color=Red'),
    simple('A1_S', 'size=S,color=Red'),
    simple('A10-S', 'size=S,color=Red'),
  );
  t.deepEqual(variants, ['A1 red S', 'A1-B red M', 'A10-S red S']);
});

test('a style that is not online is a draft with all of its variants', async (t) => {
  const { products } = await importRows(t, [
    simple('A1-M', 'size=M', { product_online: '2' }),
    configurable('A1', { product_online: '2', configurable_variations: 'sku=A1-M,size=M' }),
  ]);
  t.deepEqual(
    products.map(({ product }) => [product.sku, product.draft, product.sizes]),
    [['A1', true, ['M']]],
  );
});

test('yes and no may be in French or English, and a cell that is neither is listed', async (t) => {
  const of = (sku: string, product_online: string, is_in_stock: string) =>
    simple(sku, 'size=S', { product_online, is_in_stock });
  const { report, products, rowsOf } = await importRows(t, [
    ...[of('A', 'VRAI', 'Oui'), of('B', 'FAUX', 'FAUX'), of('C', 'Yes', 'no')],
    ...[of('D', 'peut-être', '1'), of('E', '1', 'some')],
  ]);
  const drafts = products.filter(({ product }) => product.draft).map(({ product }) => product.sku);
  t.deepEqual(drafts, ['B', 'D']);
  const stock = await rowsOf('inventory.csv');
  t.deepEqual(
    stock.map(({ sku, quantity }) => `${sku} ${quantity}`),
    ['A 5', 'B 0', 'C 0', 'D 5', 'E 5'],
  );
  t.true(
    report.includes(
      'cells that are neither yes nor no: 2 (line 5, product_online: "peut-être", line 6, is_in_stock: "some")',
    ),
    report,
  );
});

test('a simple product that is no variant of a style is itself a style, even without colour and size, unless the shop hides it', async (t) => {
  const { report, leftOut, rowsOf } = await importRows(t, [
    simple('MUG', '', { visibility: 'Catalog, Search', name: 'Mug', price: '12' }),
    simple('BAG', 'color=Red'),
    simple('PART', 'color=Red,size=M', { visibility: 'Not Visible Individually' }),
    simple('PIECE', '', { visibility: 'Non visible individuellement' }),
  ]);
  const stock = await rowsOf('inventory.csv');
  t.deepEqual(
    stock.map(({ sku, color, size, quantity }) => `${sku} ${color} ${size} ${quantity}`),
    ['BAG red OSFA 5', 'MUG as-shown OSFA 5'],
  );
  t.regex(report, /simple products that became styles: 2 \(MUG, BAG\)/);
  t.regex(report, /simple products that belong to no style and are not visible: 2 \(PART, PIECE\)/);
  t.regex(leftOut, /^4,simple products that belong to no style and are not visible,PART,/m);
});

test('stock may have thousands separators; unreadable stock is omitted, and unknown stock has no row', async (t) => {
  const { rowsOf, report } = await importRows(t, [
    configurable('A1'),
    simple('A1-S', 'size=S,color=Red', { qty: '1,250.0000' }),
    simple('A1-M', 'size=M,color=Red', { qty: '1.250,0000x' }),
    simple('A1-L', 'size=L,color=Red', { qty: 'many', is_in_stock: '0' }),
    simple('A1-XL', 'size=XL,color=Red', { qty: '-3.0000' }),
    simple('A1-XXL', 'size=2XL,color=Red', { qty: '' }),
    simple('A1-3XL', 'size=3XL,color=Red', { qty: '3.5000' }),
  ]);
  const stock = await rowsOf('inventory.csv');
  t.deepEqual(
    stock.map(({ size, quantity }) => `${size} ${quantity}`),
    ['S 1250', 'L 0', 'XL 0', '3XL 3'],
  );
  t.regex(report, /unreadable stock: 1 \(A1-M\)/);
  t.regex(report, /stock below 0, imported as 0: 1 \(A1-XL\)/);
  t.regex(report, /fractions of stock, rounded down: 1 \(A1-3XL\)/);
});

test('a variant without stock management has no stock row, or 0 if it is out of stock', async (t) => {
  const of = (size: string, manage_stock: string, use_config_manage_stock: string, isIn = '1') =>
    simple(`A1-${size}`, `size=${size}`, {
      ...{ manage_stock, use_config_manage_stock, is_in_stock: isIn, qty: '0.0000' },
    });
  const { rowsOf, report } = await importRows(t, [
    ...[configurable('A1'), of('S', '0', '0'), of('M', 'Non', '0', ''), of('L', '0', '0', '0')],
    ...[of('XL', '0', '1'), of('2XL', '1', '0'), of('3XL', '0', ''), of('4XL', '', '0')],
  ]);
  const stock = await rowsOf('inventory.csv');
  t.deepEqual(
    stock.map(({ size, quantity }) => `${size} ${quantity}`),
    ['L 0', 'XL 0', '2XL 0', '3XL 0', '4XL 0'],
  );
  t.regex(report, /variants without stock: .*: 2 \(A1-S, A1-M\)/);
});

/**
 * Imports a style (a product with variants) that has one variant; `style` and `variant` are cells of their
 * rows. Returns the MSRP rows of the style as texts, and the report.
 */
async function priceOf(t: ExecutionContext, style: Row, variant: Row = {}) {
  const { rowsOf, report, leftOut } = await importRows(t, [
    configurable('A1', { configurable_variations: 'sku=A1-M,size=M,color=Red', ...style }),
    simple('A1-M', '', { price: '', ...variant }),
    simple('B1', 'color=Red', { price: '7.50' }),
  ]);
  const rows = (await rowsOf('prices/msrp.csv')).filter(({ sku }) => sku === 'A1');
  const shown = rows.map(({ price, regularPrice, from = '', until = '' }) =>
    [price, regularPrice, from, until].join(' ').trim(),
  );
  return { shown, report, leftOut };
}

test('a price is rounded to the cent', async (t) => {
  for (const [cell, price] of [
    ['52', '52.00'],
    ['52.5000', '52.50'],
    ['19.999', '20.00'],
    ['10.0750', '10.08'],
    ['1,052.50', '1052.50'],
  ] as const) {
    t.deepEqual((await priceOf(t, { price: cell })).shown, [price], cell);
  }
});

test('a special price with dates is valid from its first to its last day', async (t) => {
  const dated = (from: string, until: string) =>
    priceOf(t, {
      ...{ price: '40', special_price: '30' },
      ...{ special_price_from_date: from, special_price_to_date: until },
    });
  // The import is of 2024-05-10.
  t.deepEqual((await dated('2024-06-01 00:00:00', '2024-06-10 00:00:00')).shown, [
    '40.00   2024-05-31',
    '30.00 40.00 2024-06-01 2024-06-10',
    '40.00  2024-06-11',
  ]);
  t.deepEqual((await dated('', '2024-05-10')).shown, [
    '30.00 40.00  2024-05-10',
    '40.00  2024-05-11',
  ]);
  const ended = await dated('', '2024-05-08');
  t.deepEqual(ended.shown, ['40.00']);
  t.regex(ended.report, /sale prices that have ended: 1/);
  const unreadable = await dated('Tuesday', '46350');
  t.deepEqual(unreadable.shown, ['40.00']);
  t.regex(unreadable.report, /sale prices with unreadable dates: 1/);
  const form = 'is not a date: write year-month-day, such as 2027-01-31';
  const number = 'looks like a day that a spreadsheet wrote as a number; format the column as text';
  t.true(
    unreadable.leftOut.includes(
      `from ""Tuesday"" ${form}; until ""46350"" ${number}; perhaps 2026-11-24`,
    ),
    unreadable.leftOut,
  );
});

/**
 * Imports a style with the given category paths; returns its category, audience and inspirations.
 */
async function classified(t: ExecutionContext, categories: string) {
  const tree = [
    ['Men', ''],
    ['Tees', 'Men'],
    ['Kids', ''],
    ['Collections', ''],
    ['Promotions', ''],
  ];
  const rows = [configurable('A1', { categories }), simple('A1-S', 'size=S,color=Red')];
  const { products, categories: table, facets } = await importRows(t, rows, { categories: tree });
  const { product } = products[0] as (typeof products)[number];
  return {
    category: table[product.category as string]?.name.en,
    for: product.for,
    inspiration: product.inspiration?.map((id) => facets.inspiration[id]?.en),
  };
}

test('a style has the category of its longest path, and the audience that this path names', async (t) => {
  const paths = 'Default Category/Men,Default Category/Men/Tees,Default Category';
  t.deepEqual(await classified(t, paths), { category: 'Tees', for: 'men', inspiration: [] });
  t.is((await classified(t, 'Default Category/Kids/Tees')).for, 'youth');
});

test('the name of a category may contain a comma or a slash', async (t) => {
  const { category: comma } = await classified(t, 'Default Category/Men/Hats, Scarves & Gloves');
  t.is(comma, 'Hats, Scarves & Gloves');
  const { category: slash } = await classified(t, 'Default Category/Men/Bags \\/ Packs');
  t.is(slash, 'Bags / Packs');
});

const base = 'https://img.example.com/media';

/**
 * Imports a style with a red and a blue variant; `style` and `variant` are the picture cells of the style and
 * of the red variant. Returns the pictures of the style, those of its colour red, and the report.
 */
async function picturesOf(t: ExecutionContext, style: string, variant: string, ...args: string[]) {
  const { products, report } = await importRows(
    t,
    [
      configurable('A1', { base_image: style }),
      simple('A1-M', 'size=M,color=Red', { base_image: variant }),
      simple('A1-L', 'size=L,color=Blue'),
    ],
    { args },
  );
  const { images = [], colors = [] } = products[0]?.product ?? {};
  const red = colors.find(({ color }) => color === 'red')?.images;
  return { own: images.map(({ file }) => file), red, report };
}

test('picture paths are appended to the URL of --images and percent-encoded', async (t) => {
  const { own, red } = await picturesOf(t, '/a/b#1.jpg', 'a//50% off.jpg', '--images', base);
  t.deepEqual(own, [`${base}/a/b%231.jpg`]);
  t.deepEqual(red, [`${base}/a/50%25%20off.jpg`]);
});

test('an https URL is kept without --images; other URLs are omitted and reported', async (t) => {
  const address = 'https://x.example.com/1.jpg';
  t.deepEqual((await picturesOf(t, address, '')).own, [address]);
  const { own, report } = await picturesOf(t, address.replace('s', ''), '', '--images', base);
  t.deepEqual(own, []);
  t.regex(report, /pictures without an https address: 1/);
});

test('texts of a store view are in the language that its code names', async (t) => {
  const views = [
    ['fr_ca', 'T-shirt'],
    ['b2b', 'Trade tee'],
  ] as const;
  const { products, report, catalogue } = await importRows(t, [
    configurable('A1'),
    simple('A1-S', 'size=S,color=Red'),
    ...views.map(([store_view_code, name]) => ({ sku: 'A1', store_view_code, name })),
  ]);
  t.deepEqual(products[0]?.product.name, { en: 'Tee', fr: 'T-shirt' });
  t.regex(report, /rows with the texts of one store view: 1 \(A1\)/);
  t.deepEqual(catalogue.texts.minimumOrder.fr, 'Commande minimale : {quantity}');
});

test('the price and the state of a store view are not imported, and are listed', async (t) => {
  const view = { store_view_code: 'fr_ca', name: 'T-shirt' };
  const { rowsOf, report, leftOut } = await importRows(t, [
    configurable('A1'),
    { sku: 'A1', ...view, product_online: '2' },
    simple('A1-S', 'size=S,color=Red'),
    { sku: 'a1-s', ...view, price: '14.000000', special_price: '12.000000' },
    { sku: 'A1-S', store_view_code: 'en' },
  ]);
  const prices = await rowsOf('prices/msrp.csv');
  t.deepEqual(
    prices.map(({ price }) => price),
    ['10.00'],
  );
  t.regex(report, /values of one store view: 2 \(A1, a1-s\)/);
  t.true(leftOut.includes('fr_ca: not online; only its texts are imported'), leftOut);
  t.true(leftOut.includes('fr_ca: price 14.000000, special price 12.000000; only'), leftOut);
});

test('the GTIN of a variant is read from the attribute that the shop uses', async (t) => {
  const { rowsOf, report } = await importRows(t, [
    configurable('A1'),
    simple('A1-S', 'size=S,color=Red,ean13=2000000000008'),
    simple('A1-M', 'size=M,color=Red,ean13=2000000000009'),
  ]);
  t.deepEqual(
    (await rowsOf('variants.csv')).map(({ gtin }) => gtin),
    ['2000000000008', ''],
  );
  t.regex(report, /GTINs that are invalid: 1/);
});
