/** Imports of CSV tables, whose columns a map assigns to fields. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createCsvReader } from '../../../../editing/import/sources/csv.ts';
import { findingsIn, loadContent, makeFolder } from '../../../helpers/content.ts';
import { importFrom } from '../../../helpers/import-run.ts';
import { readStyles } from './read-table.ts';

const picture = 'https://img.example.com/n.jpg';
const rows = [
  'Style;Name;Nom;Desc;Desc FR;Cat;Catégorie;Colour;Couleur;Size;Item;UPC;CAD;USD;MTL;RNO;Front',
  'pier-1;Pier Tee;T-shirt Quai;Soft.;Doux.;Tees;T-shirts;Navy;Marine;S;P1-N-S;;'.concat(
    `"1 024,50";19,00;1 200;0;${picture}`,
  ),
  `pier-1;;;;;;;Navy;Marine;2XL;P1-N-2XL;;"1 026,50";21,00;4;;${picture}`,
  'pier-1;;;;;;;White;Blanc;S;P1-W-S;;"1 024,50";19,00;7;3;',
  ';Lost;;;;;;White;Blanc;S;X;;1,00;1,00;7;3;',
];

const map = {
  style: 'Style',
  name: { en: 'Name', fr: 'Nom' },
  description: { en: 'Desc', fr: 'Desc FR' },
  category: { en: 'Cat', fr: 'Catégorie' },
  color: { en: 'Colour', fr: 'Couleur' },
  size: 'Size',
  partId: 'Item',
  gtin: 'UPC',
  price: { CAD: 'CAD', USD: 'USD' },
  stock: { montreal: 'MTL', reno: 'RNO' },
  colorPictures: ['Front'],
};

async function importTable(t: ExecutionContext, columns: object = map) {
  const folder = await makeFolder(t);
  const file = join(folder, 'list.csv');
  const [mapFile, out] = [join(folder, 'map.json'), join(folder, 'content')];
  await writeFile(file, rows.join('\r\n'));
  await writeFile(mapFile, JSON.stringify(columns));
  const report = await importFrom('csv', file, '--map', mapFile, '--out', out);
  const line = async (path: string) => (await readFile(join(out, path), 'utf8')).split('\n')[1];
  return { out, report, line };
}

test('a table in two languages, currencies and locations is imported completely', async (t) => {
  const { out, report, line } = await importTable(t);
  t.deepEqual(await findingsIn(out), []);
  const { catalogue, products, colors, locations } = await loadContent(out);
  t.is(catalogue.fallbackLanguage, undefined);
  t.deepEqual(colors['navy']?.name, { en: 'Navy', fr: 'Marine' });
  t.like(locations['montreal'], { country: 'CA', markets: ['CA', 'US'] });
  const product = products[0]?.product;
  t.deepEqual(product?.name, { en: 'Pier Tee', fr: 'T-shirt Quai' });
  t.deepEqual(product?.markets, ['CA', 'US']);
  t.deepEqual(product?.sizes, ['S', '2XL']);
  t.is(await line('inventory.csv'), 'PIER-1,navy,S,1200,montreal');
  t.is(await line('prices/msrp.csv'), 'PIER-1,CAD,1,1024.50,');
  t.true(report.includes('  rows without a style: 1 (line 5)\n'));
});

test('columns without a language or currency have those of the options', async (t) => {
  const columns = { style: 'Style', name: 'Nom', color: 'Couleur', price: 'CAD', stock: 'MTL' };
  const { out } = await importTable(t, { ...columns, size: 'Size' });
  const { products } = await loadContent(out);
  t.deepEqual(products[0]?.product.name, { fr: 'T-shirt Quai' }, 'its colours are French');
});

test('a mistake in the map is reported with its place', async (t) => {
  for (const [columns, message] of [
    [{ ...map, size: 'Sizes' }, /no column "Sizes".*did you mean "Size"/],
    [{ ...map, colour: 'Colour' }, /map\.json: the whole: .*colour/],
    [{ ...map, price: undefined }, /map\.json: price: /],
    [{ ...map, name: { de: 'Name' } }, /map\.json: name: /],
  ] as const) {
    await t.throwsAsync(importTable(t, columns), { message });
  }
});

/** Reads rows of a table with fixed columns; absent cells are empty, except the price. */
function readRows(...cells: readonly Readonly<Record<string, string>>[]) {
  const columns = {
    ...{ style: 'Style', name: 'Name', size: 'Size', price: 'Price', draft: 'Draft' },
    ...{ regularPrice: 'Regular', stock: { montreal: 'MTL', reno: 'RNO' } },
    pictures: ['Front', 'Back'],
  };
  const names = ['Style', 'Name', 'Size', 'Draft', 'Regular', 'MTL', 'RNO', 'Front', 'Back'];
  const empty = Object.fromEntries(names.map((name) => [name, '']));
  const reader = createCsvReader(columns);
  return readStyles(
    reader,
    cells.map((row) => ({ ...empty, Price: '10', ...row })),
  );
}

test('rows with one style code, in any case, form one style with the first text', async (t) => {
  const { styles, report } = await readRows(
    { Style: 'tee-1', Size: 'S' },
    { Style: 'TEE-1', Size: 'M', Name: 'Tee' },
    { Style: 'Tee-1', Size: 'L', Name: 'Another name' },
  );
  t.is(styles.length, 1);
  t.like(styles[0], { code: 'TEE-1', name: { source: 'Tee' } });
  t.is(styles[0]?.variants.length, 3);
  t.regex(report, /differs from another only in case: 2 \(TEE-1, Tee-1\)/);
});

test('a style whose SKU a spreadsheet changed is left out', async (t) => {
  const changed = ['10-mars', '2026-03-10', '1,23457E+12'];
  const all = [...changed, 'MAR-10', '10-2026'].map((Style) => ({ Style }));
  const { styles, report } = await readRows(...all);
  t.deepEqual(
    styles.map(({ code }) => code),
    ['MAR-10', '10-2026'],
  );
  t.true(report.includes(`SKUs that a spreadsheet changed: 3 (${changed.join(', ')})`), report);
});

test('a style is a draft if its draft cell means yes or is unknown', async (t) => {
  for (const [text, isDraft] of [
    ...(['Oui', 'x', 'soon', 'Archived'] as const).map((each) => [each, true] as const),
    ...(['no', 'FAUX', '', 'Publié'] as const).map((each) => [each, false] as const),
  ]) {
    const hidden = (await readRows({ Style: 'A', Draft: text })).styles[0]?.hidden;
    t.is(hidden, isDraft ? `Draft ${text}` : undefined, text);
  }
});

test('a style has each picture once, its regular price, and stock of filled cells', async (t) => {
  const [front, back] = ['https://img.example.com/f.jpg', 'https://img.example.com/b.jpg'];
  const { styles } = await readRows(
    { Style: 'A', Size: 'S', Front: front, Regular: '12', MTL: '', RNO: '3' },
    { Style: 'A', Size: 'M', Front: front, Back: back },
  );
  t.deepEqual(
    styles[0]?.pictures.map(({ url }) => url),
    [front, back],
  );
  const variant = styles[0]?.variants[0];
  t.deepEqual(variant?.prices, { source: { price: '10', compareAt: '12' } });
  t.deepEqual(variant?.stock, [{ location: 'reno', quantity: '3' }]);
});

/** Reads the catalogue of a shop whose products have a row of their own before their variants. */
function readCatalogue(...rows: readonly string[]) {
  const names = ['Style', 'Name', 'Sizes', 'Price', 'Visible', 'Images', 'Tax class'];
  const columns = { style: 'Style', name: 'Name', size: 'Sizes', price: 'Price' };
  const reader = createCsvReader({ ...columns, visible: 'Visible', pictures: ['Images'] });
  const toRow = (row: string) => row.split(',').map((cell, at) => [names[at], cell] as const);
  return readStyles(
    reader,
    rows.map((row) => Object.fromEntries(toRow(row))),
  );
}

test('a row that lists the sizes of the other rows is the product, and no variant', async (t) => {
  const urls = ['https://img.example.com/a.jpg', 'https://img.example.com/b.jpg'];
  const { styles, report } = await readCatalogue(
    `T1,Tee,M;XXL,65,true,${urls.join(';')},`,
    ...['T1,,M,,true,,', 'T1,,XXL,70,false,,standard'],
    ...['T2,Cap,M;L,5,false,,', 'T2,,M,,true,,', 'T2,,L,,true,,'],
  );
  const found = styles.map(({ hidden, variants }) => [
    hidden,
    ...variants.map(({ options, prices }) => [options[0]?.value.source, prices.source?.price]),
  ]);
  t.deepEqual(found, [
    [undefined, ['M', '65']],
    ['Visible false', ['M', '5'], ['L', '5']],
  ]);
  t.deepEqual(
    styles[0]?.pictures.map(({ url }) => url),
    urls,
  );
  t.regex(report, /variants that are not visible: 1 \(T1 XXL\)/);
  t.regex(report, /Not read:\n {2}columns that say a state: 1 \(Tax class: standard\)/);
});
