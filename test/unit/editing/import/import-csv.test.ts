import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { findingsIn, loadContent, makeFolder } from '../../../helpers/content.ts';
import { errorsIn, importFrom } from '../../../helpers/import-run.ts';

const header =
  'Style;Name;Nom;Desc;Desc FR;Cat;Catégorie;Colour;Couleur;Size;Item;UPC;CAD;USD;MTL;RNO;Front';
const rows = [
  'pier-1;Pier Tee;T-shirt Quai;Soft.;Doux.;Tees;T-shirts;Navy;Marine;S;P1-N-S;;"1 024,50";19,00;1 200;0;https://img.example.com/n.jpg',
  'pier-1;;;;;;;Navy;Marine;2XL;P1-N-2XL;;"1 026,50";21,00;4;;https://img.example.com/n.jpg',
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
  const [file, mapFile, out] = ['list.csv', 'map.json', 'content'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await writeFile(file, [header, ...rows].join('\r\n'));
  await writeFile(mapFile, JSON.stringify(columns));
  const report = await importFrom('csv', file, '--map', mapFile, '--out', out);
  return { out, report };
}

test('a table in two languages, currencies and locations becomes content without a finding', async (t) => {
  const { out, report } = await importTable(t);
  t.deepEqual(await findingsIn(out), []);
  const { catalogue, products, colors, locations } = await loadContent(out);
  t.is(catalogue.fallbackLanguage, undefined);
  t.deepEqual(colors['navy']?.name, { en: 'Navy', fr: 'Marine' });
  t.deepEqual(locations['montreal'], {
    name: { en: 'montreal', fr: 'montreal' },
    country: 'CA',
    markets: ['CA', 'US'],
  });
  const [only] = products;
  t.deepEqual(only?.product.name, { en: 'Pier Tee', fr: 'T-shirt Quai' });
  t.deepEqual(only?.product.markets, ['CA', 'US']);
  t.deepEqual(only?.product.sizes, ['S', '2XL']);
  t.is(
    await readFile(join(out, 'inventory.csv'), 'utf8').then((text) => text.split('\n')[1]),
    'PIER-1,navy,S,1200,montreal',
  );
  t.is(
    await readFile(join(out, 'prices/msrp.csv'), 'utf8').then((text) => text.split('\n')[1]),
    'PIER-1,CAD,1,1024.50,',
  );
  t.true(report.includes('  rows without a style: 1 (line 5)\n'));
});

test('columns without a language or currency have those of the options', async (t) => {
  const { out } = await importTable(t, {
    style: 'Style',
    name: 'Nom',
    color: 'Couleur',
    size: 'Size',
    price: 'CAD',
    stock: 'MTL',
  });
  t.deepEqual(await errorsIn(out), []);
  const { products } = await loadContent(out);
  t.deepEqual(products[0]?.product.name, { fr: 'T-shirt Quai' }, 'its colours are French');
});

for (const [why, columns, message] of [
  [
    'a column that the table lacks',
    { ...map, size: 'Sizes' },
    /no column "Sizes".*did you mean "Size"/,
  ],
  ['a field that there is not', { ...map, colour: 'Colour' }, /map\.json: the map: .*colour/],
  ['a map without prices', { ...map, price: undefined }, /map\.json: price: /],
  ['a language that there is not', { ...map, name: { de: 'Name' } }, /map\.json: name: /],
] as const) {
  test(`${why} is reported with its place`, async (t) => {
    await t.throwsAsync(importTable(t, columns), { message });
  });
}
