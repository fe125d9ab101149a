import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { loadContent, makeFolder } from '../../../helpers/content.ts';
import { errorsIn, importFrom, wooCommerceFile } from '../../../helpers/import-run.ts';

async function importShop(t: ExecutionContext, file = wooCommerceFile) {
  const out = join(await makeFolder(t), 'content');
  const report = await importFrom('woocommerce', file, '--out', out);
  const lines = async (path: string) =>
    (await readFile(join(out, path), 'utf8')).trimEnd().split('\n');
  return { out, report, lines };
}

test('an export becomes content without an error, in the language of its columns', async (t) => {
  const { out } = await importShop(t);
  t.deepEqual(await errorsIn(out), []);
  const { catalogue, products, colors } = await loadContent(out);
  t.deepEqual(
    products.map(({ product }) => product.sku),
    ['BAS-9', 'CH-450', 'FLV', 'ID-505', 'PLT-2', 'SAC-3', 'TUQ-1'],
  );
  t.is(catalogue.defaultLocale, 'fr-CA');
  t.deepEqual(catalogue.fallbackLanguage, { en: 'fr' });
  t.deepEqual(colors['gris-chine'], {
    name: { fr: 'Gris chiné' },
    swatches: ['#B1B3B6'],
    families: ['grey'],
  });
});

test('a product has the colours and sizes of its variations, and texts without markup', async (t) => {
  const { out } = await importShop(t);
  const { products } = await loadContent(out);
  const hoodie = products.find(({ product }) => product.sku === 'CH-450')?.product;
  t.deepEqual(hoodie?.descriptions, {
    short: { fr: 'Chaud, doux et solide.' },
    long: { fr: 'Un chandail pour les matins frais. Poche kangourou. Coton et polyester.' },
  });
  t.deepEqual(hoodie?.keywords, { fr: ['coton ouaté', 'hiver'] });
  t.deepEqual(
    [hoodie?.category, hoodie?.for, hoodie?.brand],
    ['chandails', 'men', 'atelier-nordet'],
  );
  t.deepEqual(hoodie?.sizes, ['S', 'M', 'L', 'XL']);
  t.deepEqual(
    hoodie?.colors.map(({ color }) => color),
    ['marine', 'gris-chine', 'vert-foret'],
  );
});

test('variations are found by the SKU and by the id of their product, with codes and GTINs', async (t) => {
  const { lines } = await importShop(t);
  const variants = await lines('variants.csv');
  t.true(variants.includes('CH-450,marine,S,CH-450-MAR-P,3770004500017'));
  t.true(variants.includes('FLV,blanc,S,FLV-BLA-P,3770004500130'));
  t.true(variants.includes('BAS-9,gris,L,BAS-9-G,'), 'a GTIN without all digits');
  t.true(variants.includes('TUQ-1,rouge,OSFA,TUQ-1-R,3770004500178'), 'one size for any size');
  t.false(
    variants.some((line) => line.includes('BAS-9-M')),
    'one code for two colours',
  );
});

test('a sale with dates has a price before, during and after it', async (t) => {
  const { lines } = await importShop(t);
  const prices = await lines('prices/msrp.csv');
  t.is(prices[0], 'sku,currency,minQuantity,price,regularPrice,from,until');
  t.deepEqual(
    prices.filter((line) => line.startsWith('FLV')),
    [
      'FLV,CAD,1,29.00,,,2024-05-31',
      'FLV,CAD,1,22.50,29.00,2024-06-01,2024-06-15',
      'FLV,CAD,1,29.00,,2024-06-16,',
    ],
  );
  t.true(prices.includes('TUQ-1,CAD,1,15.00,19.00,,'), 'a sale without dates');
  t.true((await lines('prices/surcharges.csv')).includes('CH-450,CAD,XL,msrp,5.00'));
});

test('stock is read in common formats, and stock of a whole product is not assigned to variants', async (t) => {
  const { lines } = await importShop(t);
  const stock = await lines('inventory.csv');
  t.true(stock.includes('SAC-3,naturel,OSFA,1250'));
  t.true(stock.includes('CH-450,vert-foret,S,0'), 'owed pieces');
  t.true(stock.includes('TUQ-1,bleu-royal,OSFA,0'), 'not in stock');
  t.false(
    stock.some((line) => line.startsWith('TUQ-1,rouge')),
    'shared stock',
  );
});

test('rows that are not garments, have no price or lack their product are left out and named', async (t) => {
  const { report } = await importShop(t);
  for (const line of [
    '  products of the type virtual: 1 (CAD-1)',
    '  products of the type grouped: 1 (ENS-1)',
    '  styles with the SKU of an earlier one: 1 (SAC-3)',
    '  variations of a product that the export lacks: 1 (ORP-1)',
    '  variants without a price: 1 (GIL-5)',
    '  ids and stock of rows that stand for several variants: 2 (BAS-9-M, PLT-2)',
    '  styles named by a proposed SKU: 2 (id:201 = FLV, id:505 = ID-505)',
  ]) {
    t.true(report.split('\n').includes(line), `${line}\n${report}`);
  }
});

test('an export of a shop in English is read', async (t) => {
  const file = join(await makeFolder(t), 'products.csv');
  const header =
    'ID,Type,SKU,Name,Published,Description,In stock?,Stock,Sale price,Regular price,Categories,Images,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)';
  const rows = [
    '1,variable,tee-1,Pier Tee,1,The tee for the pier,1,,,,"Clothing > Tees\\, tanks",https://shop.example.com/tee.jpg,,Color,"Navy, White",Size,"Small, Large"',
    `2,variation,tee-1-n-s,Pier Tee,1,,1,"'-4",,21.50,,,tee-1,Color,Navy,Size,Small`,
    '3,variation,tee-1-w-l,Pier Tee,1,,1,7,,21.50,,,id:1,Color,White,Size,Large',
  ];
  await writeFile(file, [header, ...rows].join('\n'));
  const { out, lines } = await importShop(t, file);
  t.deepEqual(await errorsIn(out), []);
  const { catalogue, categories } = await loadContent(out);
  t.is(catalogue.defaultLocale, 'en-US');
  t.deepEqual(Object.values(categories), [{ name: { en: 'Tees, tanks' }, order: 1 }]);
  t.deepEqual(await lines('inventory.csv'), [
    'sku,color,size,quantity',
    'TEE-1,navy,S,0',
    'TEE-1,white,L,7',
  ]);
});
