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
 * Imports rows of a Magento export. Returns the report, the loaded content, the table of what was
 * left out, and functions that return the rows of a content table and the stock of each variant.
 */
async function importRows(t: ExecutionContext, rows: readonly Row[], ...args: readonly string[]) {
  const folder = await makeFolder(t);
  const [source, out] = [join(folder, 'export'), join(folder, 'content')];
  await mkdir(source);
  const tree = ['Men', 'Tees,Men', 'Kids', 'Collections', 'Promotions'].map((text) => {
    const [name = '', path = ''] = text.split(',');
    return { name, url_key: name, path };
  });
  await writeFile(join(source, 'products.csv'), toCsv(columns, rows));
  await writeFile(join(source, 'attributes.csv'), 'attribute_code,option\nsize,S\n');
  await writeFile(join(source, 'categories.csv'), toCsv(['name', 'url_key', 'path'], tree));
  const report = await runImport(source, '--out', out, ...args);
  const leftOut = await readFile(`${out}.left-out.csv`, 'utf8').catch(() => '');
  const rowsOf = async (file: string): Promise<Record<string, string>[]> =>
    parse(await readFile(join(out, file), 'utf8'), { columns: true });
  const stock = async () =>
    (await rowsOf('inventory.csv')).map((row) => Object.values(row).slice(0, 4).join(' '));
  return { report, leftOut, ...(await loadContent(out)), rowsOf, stock };
}

test('a style has the variants that it lists, once each, in the listed order', async (t) => {
  const variations = 'sku=A1-S,size=S|sku=a1-m,size=M|sku=A1-S,size=S';
  const { stock } = await importRows(t, [
    ...[simple('A1-M', 'size=M,color=Red'), simple('A1-S', 'size=S,color=Red')],
    configurable('A1', { configurable_variations: variations }),
  ]);
  t.deepEqual(await stock(), ['A1 red S 5', 'A1 red M 5']);
});

test('a style that lists no variants has those whose SKU begins with its SKU', async (t) => {
  const { stock } = await importRows(t, [
    ...[configurable('A1'), configurable('A1-B'), simple('A1-B-M', 'size=M,color=Red')],
    ...[simple('A1_S', 'size=S,color=Red'), simple('A10-S', 'size=S,color=Red')],
  ]);
  t.deepEqual(await stock(), ['A1 red S 5', 'A1-B red M 5', 'A10-S red S 5']);
});

test('a style that is not online is a draft with all of its variants', async (t) => {
  const { products } = await importRows(t, [
    simple('A1-M', 'size=M', { product_online: '2' }),
    configurable('A1', { product_online: '2', configurable_variations: 'sku=A1-M,size=M' }),
  ]);
  t.like(products[0]?.product, { sku: 'A1', draft: true, sizes: ['M'] });
});

test('yes and no may be in French or English, and a cell that is neither is listed', async (t) => {
  const of = (sku: string, product_online: string, is_in_stock: string) =>
    simple(sku, 'size=S', { product_online, is_in_stock });
  const { report, products, stock } = await importRows(t, [
    ...[of('A', 'VRAI', 'Oui'), of('B', 'FAUX', 'FAUX'), of('C', 'Yes', 'no')],
    ...[of('D', 'peut-être', '1'), of('E', '1', 'some')],
  ]);
  const drafts = products.filter(({ product }) => product.draft).map(({ product }) => product.sku);
  t.deepEqual(drafts, ['B', 'D']);
  const quantities = (await stock()).map((row) => row.replace(' as-shown S', ''));
  t.deepEqual(quantities, ['A 5', 'B 0', 'C 0', 'D 5', 'E 5']);
  const cells = 'line 5, product_online: "peut-être", line 6, is_in_stock: "some"';
  t.true(report.includes(`cells that are neither yes nor no: 2 (${cells})`), report);
});

test('a simple product of no style is itself a style, unless the shop hides it', async (t) => {
  const { report, leftOut, stock } = await importRows(t, [
    simple('MUG', '', { visibility: 'Catalog, Search', name: 'Mug', price: '12' }),
    simple('BAG', 'color=Red'),
    simple('PART', 'color=Red,size=M', { visibility: 'Not Visible Individually' }),
    simple('PIECE', '', { visibility: 'Non visible individuellement' }),
  ]);
  t.deepEqual(await stock(), ['BAG red OSFA 5', 'MUG as-shown OSFA 5']);
  t.regex(report, /simple products that became styles: 2 \(MUG, BAG\)/);
  const reason = 'simple products that belong to no style and are not visible';
  t.true(report.includes(`${reason}: 2 (PART, PIECE)`), report);
  t.true(leftOut.includes(`\n4,${reason},PART,`), leftOut);
});

test('stock is read with separators; unreadable and unknown stock has no row', async (t) => {
  const of = (size: string, qty: string, more: Row = {}) =>
    simple(`A1-${size}`, `size=${size}`, { qty, ...more });
  const { stock, report } = await importRows(t, [
    ...[configurable('A1'), of('S', '1,250.0000'), of('M', '1.250,0000x'), of('XXL', '')],
    ...[of('L', 'many', { is_in_stock: '0' }), of('XL', '-3.0000'), of('3XL', '3.5000')],
    of('4XL', '0', { manage_stock: '0', use_config_manage_stock: '0' }),
    of('5XL', '0', { manage_stock: 'Non', use_config_manage_stock: '0', is_in_stock: '0' }),
    of('6XL', '0', { manage_stock: '0', use_config_manage_stock: '1' }),
  ]);
  t.deepEqual(
    (await stock()).map((row) => row.replace('A1 as-shown ', '')),
    ['S 1250', 'L 0', 'XL 0', '3XL 3', '5XL 0', '6XL 0'],
  );
  t.regex(report, /unreadable stock: 1 \(A1-M\)/);
  t.regex(report, /stock below 0, imported as 0: 1 \(A1-XL\)/);
  t.regex(report, /fractions of stock, rounded down: 1 \(A1-3XL\)/);
  t.regex(report, /variants without stock: .*: 3 \(A1-M, A1-XXL, A1-4XL\)/);
});

test('a price is rounded to the cent', async (t) => {
  const cells = ['52', '52.5000', '19.999', '10.0750', '1,052.50'];
  const rows = cells.map((price, at) => simple(`A${at}`, '', { price }));
  const { rowsOf } = await importRows(t, rows);
  const prices = (await rowsOf('prices/msrp.csv')).map(({ price }) => price);
  t.deepEqual(prices, ['52.00', '52.50', '20.00', '10.08', '1052.50']);
});

test('a special price is valid from its first to its last day', async (t) => {
  const of = (sku: string, from: string, until: string) =>
    simple(sku, '', {
      ...{ price: '40', special_price: '30' },
      ...{ special_price_from_date: from, special_price_to_date: until },
    });
  // The import is of 2024-05-10.
  const { rowsOf, report, leftOut } = await importRows(t, [
    of('A', '2024-06-01 00:00:00', '2024-06-10 00:00:00'),
    ...[of('B', '', '2024-05-10'), of('C', '', '2024-05-08'), of('D', 'Tuesday', '46350')],
  ]);
  const rows = (await rowsOf('prices/msrp.csv')).map((row) => Object.values(row).join());
  t.deepEqual(rows, [
    ...['A,USD,1,40.00,,,2024-05-31', 'A,USD,1,30.00,40.00,2024-06-01,2024-06-10'],
    ...['A,USD,1,40.00,,2024-06-11,', 'B,USD,1,30.00,40.00,,2024-05-10'],
    ...['B,USD,1,40.00,,2024-05-11,', 'C,USD,1,40.00,,,', 'D,USD,1,40.00,,,'],
  ]);
  t.regex(report, /sale prices that have ended: 1 \(C\)/);
  t.regex(report, /sale prices with unreadable dates: 1 \(D\)/);
  t.regex(leftOut, /from ""Tuesday"" is not a date: write year-month-day, .*; perhaps 2026-11-24/);
});

test('a style has the category of its longest path, and the audience in it', async (t) => {
  for (const [paths, category, audience, inspiration] of [
    ['Men,Men/Tees,', 'Tees', 'men', []],
    ['Kids/Tees', 'Tees', 'youth', []],
    // Collections become facets; neither they nor promotions are categories.
    ['Promotions/Deep/Deeper/Sale,Collections/Calm,Men', 'Men', 'men', ['Calm']],
    ['Men/Hats, Scarves & Gloves', 'Hats, Scarves & Gloves', 'men', []],
    ['Men/Bags \\/ Packs', 'Bags / Packs', 'men', []],
  ] as const) {
    const categories = paths.replace(/(^|,)(?! )/g, '$1Default Category/');
    const style = configurable('A1', { categories });
    const content = await importRows(t, [style, simple('A1-S', 'size=S')]);
    const product = content.products[0]?.product;
    t.is(content.categories[product?.category ?? '']?.name.en, category);
    t.is(product?.for, audience, paths);
    const names = product?.inspiration?.map((id) => content.facets.inspiration[id]?.en);
    t.deepEqual(names, [...inspiration]);
  }
});

test('picture paths are appended to --images, and only https addresses are used', async (t) => {
  const base = 'https://img.example.com/media';
  const address = 'https://x.example.com/1.jpg';
  const { products, report } = await importRows(
    t,
    [
      simple('A', '', { base_image: '/a/b#1.jpg' }),
      simple('B', '', { base_image: 'a//50% off.jpg' }),
      ...[simple('C', '', { base_image: address })],
      simple('D', '', { base_image: address.replace('s', '') }),
    ],
    ...['--images', base],
  );
  t.deepEqual(
    products.map(({ product }) => product.images?.map(({ file }) => file).join()),
    [`${base}/a/b%231.jpg`, `${base}/a/50%25%20off.jpg`, address, ''],
  );
  t.regex(report, /pictures without an https address: 1/);
});

test('only the texts of a store view are imported, in the language of its code', async (t) => {
  const { products, report, leftOut, rowsOf, catalogue } = await importRows(t, [
    ...[configurable('A1'), simple('A1-S', 'size=S,color=Red')],
    { sku: 'A1', store_view_code: 'fr_ca', name: 'T-shirt', product_online: '2' },
    { sku: 'A1', store_view_code: 'b2b', name: 'Trade tee' },
    { sku: 'a1-s', store_view_code: 'fr_ca', price: '14.000000', special_price: '12.000000' },
  ]);
  t.deepEqual(products[0]?.product.name, { en: 'Tee', fr: 'T-shirt' });
  t.is(catalogue.texts.minimumOrder.fr, 'Commande minimale : {quantity}');
  t.is((await rowsOf('prices/msrp.csv'))[0]?.['price'], '10.00');
  t.regex(report, /rows with the texts of one store view: 1 \(A1\)/);
  t.regex(report, /values of one store view: 2 \(A1, a1-s\)/);
  t.true(leftOut.includes('fr_ca: not online; only its texts are imported'), leftOut);
  t.true(leftOut.includes('fr_ca: price 14.000000, special price 12.000000; only'), leftOut);
});

test('the GTIN of a variant is read from the attribute that the shop uses', async (t) => {
  const { rowsOf, report } = await importRows(t, [
    simple('A1', 'ean13=2000000000008'),
    simple('A2', 'ean13=2000000000009'),
  ]);
  const gtins = (await rowsOf('variants.csv')).map(({ gtin }) => gtin);
  t.deepEqual(gtins, ['2000000000008', '']);
  t.regex(report, /GTINs that are invalid: 1/);
});
