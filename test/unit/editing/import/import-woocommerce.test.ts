/** An import of the WooCommerce export of the fixture, and of one in English. */
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

test('a WooCommerce export becomes content in the language of its columns', async (t) => {
  const { out } = await importShop(t);
  t.deepEqual(await errorsIn(out), []);
  const { catalogue, products, colors } = await loadContent(out);
  const skus = products.map(({ product }) => product.sku);
  t.deepEqual(skus, ['BAS-9', 'CH-450', 'FLV', 'ID-505', 'PLT-2', 'SAC-3', 'TUQ-1']);
  t.deepEqual([catalogue.defaultLocale, catalogue.fallbackLanguage], ['fr-CA', { en: 'fr' }]);
  t.deepEqual(colors['gris-chine'], {
    name: { fr: 'Gris chiné' },
    swatches: ['#B1B3B6'],
    families: ['grey'],
  });
  const hoodie = products.find(({ product }) => product.sku === 'CH-450')?.product;
  t.like(hoodie, {
    descriptions: {
      short: { fr: 'Chaud, doux et solide.' },
      long: { fr: 'Un chandail pour les matins frais. Poche kangourou. Coton et polyester.' },
    },
    keywords: { fr: ['coton ouaté', 'hiver'] },
    ...{ category: 'chandails', for: 'men', brand: 'atelier-nordet' },
    sizes: ['S', 'M', 'L', 'XL'],
  });
  const names = hoodie?.colors.map(({ color }) => color);
  t.deepEqual(names, ['marine', 'gris-chine', 'vert-foret']);
});

test('codes, GTINs, prices and stock of WooCommerce are in their tables', async (t) => {
  const { lines } = await importShop(t);
  for (const [file, rows] of [
    ['variants.csv', ['CH-450,marine,S,CH-450-MAR-P,3770004500017']],
    // Found by the id of its product; a GTIN without all digits; one size for any size.
    ['variants.csv', ['FLV,blanc,S,FLV-BLA-P,3770004500130', 'BAS-9,gris,L,BAS-9-G,']],
    ['variants.csv', ['TUQ-1,rouge,OSFA,TUQ-1-R,3770004500178']],
    // A sale with dates, and one without.
    ['prices/msrp.csv', ['sku,currency,minQuantity,price,regularPrice,from,until']],
    ['prices/msrp.csv', ['FLV,CAD,1,29.00,,,2024-05-31', 'FLV,CAD,1,29.00,,2024-06-16,']],
    ['prices/msrp.csv', ['FLV,CAD,1,22.50,29.00,2024-06-01,2024-06-15']],
    ['prices/msrp.csv', ['TUQ-1,CAD,1,15.00,19.00,,']],
    ['prices/surcharges.csv', ['CH-450,CAD,XL,msrp,5.00']],
    // Owed pieces, and a variant that is not in stock.
    ['inventory.csv', ['SAC-3,naturel,OSFA,1250', 'CH-450,vert-foret,S,0']],
    ['inventory.csv', ['TUQ-1,bleu-royal,OSFA,0']],
  ] as const) {
    const written = await lines(file);
    for (const row of rows) t.true(written.includes(row), row);
  }
  const begins = async (file: string, text: string) =>
    (await lines(file)).some((line) => line.includes(text));
  t.false(await begins('variants.csv', 'BAS-9-M'), 'one code for two colours');
  t.false(await begins('inventory.csv', 'TUQ-1,rouge'), 'shared stock');
});

test('rows that are not garments, have no price or lack their product are left out', async (t) => {
  const { report } = await importShop(t);
  for (const line of [
    'products of the type virtual: 1 (CAD-1)',
    'products of the type grouped: 1 (ENS-1)',
    'styles with the SKU of an earlier one: 1 (SAC-3)',
    'variations of a product that the export lacks: 1 (ORP-1)',
    'variants without a price: 1 (GIL-5)',
    'ids and stock of rows that stand for several variants: 2 (BAS-9-M, PLT-2)',
    'styles named by a proposed SKU: 2 (id:201 = FLV, id:505 = ID-505)',
  ]) {
    t.true(report.split('\n').includes(`  ${line}`), `${line}\n${report}`);
  }
});

test('an export of a WooCommerce shop in English is read', async (t) => {
  const file = join(await makeFolder(t), 'products.csv');
  const rows = [
    'ID,Type,SKU,Name,Published,Stock,Regular price,Categories,Parent,Attribute 1 name,'.concat(
      'Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)',
    ),
    '1,variable,tee-1,Tee,1,,,"Clothing > Tees\\, tanks",,Color,"Navy, White",Size,"Small, Large"',
    `2,variation,tee-1-n-s,Tee,1,"'-4",21.50,,tee-1,Color,Navy,Size,Small`,
    '3,variation,tee-1-w-l,Tee,1,7,21.50,,id:1,Color,White,Size,Large',
  ];
  await writeFile(file, rows.join('\n'));
  const { out, lines } = await importShop(t, file);
  t.deepEqual(await errorsIn(out), []);
  const { catalogue, categories } = await loadContent(out);
  t.is(catalogue.defaultLocale, 'en-US');
  t.deepEqual(Object.values(categories), [{ name: { en: 'Tees, tanks' }, order: 1 }]);
  t.deepEqual((await lines('inventory.csv')).slice(1), ['TEE-1,navy,S,0', 'TEE-1,white,L,7']);
});
