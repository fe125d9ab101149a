/** An import of the Magento export of the fixture. */
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createReport } from '../../../../editing/import/report.ts';
import { planSchemas } from '../../../../editing/schemas/content-folder.ts';
import { schemaReference } from '../../../../editing/schemas/schema-files.ts';
import { loadContent, makeFolder } from '../../../helpers/content.ts';
import { errorsIn, exportFolder, runImport, swatchesFile } from '../../../helpers/import-run.ts';
import { compileSchema, jsonFilesOf, schemasOf } from '../../../helpers/schema-validator.ts';

async function importFixture(t: ExecutionContext, ...args: readonly string[]) {
  const out = join(await makeFolder(t), 'content');
  const report = await runImport(exportFolder, '--out', out, ...args);
  const rowsOf = async (file: string, begin: string) =>
    (await readFile(join(out, file), 'utf8')).split('\n').filter((line) => line.startsWith(begin));
  return { out, report, rowsOf };
}

test('a Magento export becomes content that compiles, and that editors accept', async (t) => {
  const { out } = await importFixture(t, '--swatches', swatchesFile);
  t.deepEqual(await errorsIn(out), []);
  const { catalogue, categories, products, sizes } = await loadContent(out);
  const skus = products.map(({ product }) => product.sku);
  t.deepEqual(skus, ['LN100', 'LN200', 'LN300', 'LN400', 'LN600', 'LN700', 'LN800']);
  t.deepEqual([catalogue.defaultLocale, catalogue.fallbackLanguage], ['en-US', undefined]);
  t.deepEqual(sizes, ['S', 'M', 'XL', '2XL', '30', '32', 'OSFA']);
  const ids = ['pants', 'hoodies-and-sweatshirts', 'tees', 'accessories', 'other'];
  t.deepEqual(Object.keys(categories), ids);
  const { stale, broken } = await planSchemas(out);
  t.deepEqual([stale, broken], [[], []]);
  const schemas = await schemasOf(out);
  for (const { kind, file, json } of await jsonFilesOf(out)) {
    t.deepEqual(Object.entries(json)[0], ['$schema', schemaReference(kind)], file);
    const validate = compileSchema(schemas.get(kind) ?? {});
    t.true(validate(json), `${file}: ${JSON.stringify(validate.errors)}`);
  }
});

test('a Magento style has its texts, facets, tag, colours, sizes and pictures', async (t) => {
  const { out } = await importFixture(t, '--images', 'https://img.example.com/m/');
  const { products } = await loadContent(out);
  const tee = products.find(({ product }) => product.sku === 'LN100')?.product;
  const image = (file: string) => `https://img.example.com/m/l/n/${file}`;
  const name = { en: 'Harbour Tee™', fr: 'T-shirt du port' };
  t.deepEqual(tee, {
    $schema: '../schemas/product.schema.json',
    sku: 'LN100',
    name,
    descriptions: {
      short: { en: 'Heavy, straight, easy to print.' },
      long: {
        en:
          'A heavy tee for windy piers — cut straight, so that a print lies flat. ' +
          'Taped shoulders, shoulder to shoulder. Ribbed collar that keeps its shape.',
      },
    },
    keywords: { en: ['All-weather', 'Indoor', 'Solid'] },
    tag: 'new',
    fabrics: ['organic-cotton', 'jersey', 'breezelle-yarn'],
    materials: ['OCO', 'BREEZELLE-YARN'],
    brand: 'unbranded',
    category: 'tees',
    for: 'men',
    inspiration: ['slow-sunday'],
    markets: ['US'],
    minimumOrder: { quantity: 1 },
    studio: false,
    customization: { colorBlocks: false, decorations: [] },
    images: [{ file: image('ln100-navy.jpg'), alt: name }],
    colors: [
      { color: 'navy', images: [image('ln100-navy.jpg'), image('ln100-navy%20back.jpg')] },
      { color: 'white', images: [image('ln100-white.jpg')] },
    ],
    sizes: ['M', '2XL'],
  });
});

test('an exchange rate gives prices of both countries, and net prices are derived', async (t) => {
  const { out, rowsOf } = await importFixture(t, '--currency', 'cad', '--rate', '1.25');
  const prices = (list: string, sku: string) => rowsOf(`prices/${list}.csv`, sku);
  t.deepEqual(await prices('msrp', 'LN200'), ['LN200,CAD,1,40.00,', 'LN200,USD,1,32.00,']);
  t.deepEqual(await prices('surcharges', 'LN200,CAD,XL,m'), ['LN200,CAD,XL,msrp,12.50']);
  t.deepEqual(await prices('net-A1', 'LN100'), ['LN100,CAD,1,14.00,', 'LN100,USD,1,11.20,']);
  const sale = ['LN300,CAD,1,24.30,32.40', 'LN300,USD,1,19.44,25.92'];
  t.deepEqual(await prices('net-A5', 'LN300'), sale);
  const { products, catalogue } = await loadContent(out);
  t.deepEqual(products[0]?.product.markets, ['CA', 'US']);
  t.deepEqual(catalogue.fallbackLanguage, { fr: 'en' });
});

test('stock is in whole pieces, and the SKU of a variant is its part id', async (t) => {
  const { rowsOf } = await importFixture(t);
  t.deepEqual(await rowsOf('inventory.csv', 'LN100'), [
    ...['LN100,navy,M,40', 'LN100,navy,2XL,12', 'LN100,white,M,25', 'LN100,white,2XL,0'],
  ]);
  t.deepEqual(await rowsOf('inventory.csv', 'LN300,olive,32'), ['LN300,olive,32,0'], 'owed');
  t.deepEqual(await rowsOf('inventory.csv', 'LN300,olive,30'), ['LN300,olive,30,7'], 'and a half');
  t.deepEqual(await rowsOf('variants.csv', 'LN100,navy,M'), ['LN100,navy,M,LN100-M-Navy,']);
});

test('the report counts imported, defaulted and omitted values, with examples', async (t) => {
  const { report } = await importFixture(t);
  for (const line of [
    'styles: 7 (LN100, LN200, LN300, LN400, LN600, …)',
    'styles that are drafts: 1 (LN600)',
    'styles with a tag: 3 (LN100 new, LN200 best-seller, LN300 eco-pick)',
    'colour-block styles: 1 (LN200)',
    'simple products that became styles: 2 (LN700, LN800)',
    'variants joined to a style by their SKU alone: 1 (LN400-OS-Driftmoss)',
    'styles of the category Other: 1 (LN400)',
    'products of the type bundle: 1 (LN900)',
    'sale prices that have ended: 1 (LN400-OS-Driftmoss)',
    'styles without a variant: 3 (LN500, LN950, LN-960)',
    'variants that are not online: 1 (LN300-34-Olive)',
    'variants that a style names and the export lacks: 1 (LN100-S-White)',
    'variants with the colour and size of an earlier one: 1 (LN100-2XL-Navy)',
  ]) {
    t.true(report.split('\n').includes(`  ${line}`), line);
  }
  const hostile = createReport();
  hostile.note('left out', 'sizes that are none', 'X\u001b]0;pwned\u0007L');
  t.true(hostile.toText().includes('  sizes that are none: 1 (X\\u001b]0;pwned\\u0007L)\n'));
});

test('the one file that Magento exports gives the same products as a folder', async (t) => {
  const folder = await makeFolder(t);
  const file = join(folder, 'export_catalog_product_20240510.csv');
  await cp(join(exportFolder, 'products.csv'), file);
  await runImport(file, '--out', join(folder, 'content'));
  const { out } = await importFixture(t);
  const [alone, whole] = await Promise.all([join(folder, 'content'), out].map(loadContent));
  t.deepEqual(alone?.products, whole?.products);
  t.deepEqual(await errorsIn(join(folder, 'content')), []);
});
