import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { createReport } from '../../../../editing/import/report.ts';
import { planSchemas } from '../../../../editing/schemas/content-folder.ts';
import { schemaReference } from '../../../../editing/schemas/schema-files.ts';
import { findingsIn, loadContent, makeFolder } from '../../../helpers/content.ts';
import { errorsIn, exportFolder, runImport, swatchesFile } from '../../../helpers/import-run.ts';
import { compileSchema, jsonFilesOf, schemasOf } from '../../../helpers/schema-validator.ts';

test('an export becomes content that compiles without a finding', async (t) => {
  const out = join(await makeFolder(t), 'content');
  await runImport(exportFolder, '--out', out, '--swatches', swatchesFile);
  const errors = (await findingsIn(out)).filter(({ severity }) => severity === 'error');
  t.deepEqual(errors, []);
  const content = await loadContent(out);
  const skus = content.products.map(({ product }) => product.sku);
  t.deepEqual(skus, ['LN100', 'LN200', 'LN300', 'LN400', 'LN600', 'LN700', 'LN800']);
  t.is(content.catalogue.defaultLocale, 'en-US');
  t.is(content.catalogue.fallbackLanguage, undefined);
  t.deepEqual(content.sizes, ['S', 'M', 'XL', '2XL', '30', '32', 'OSFA']);
  t.deepEqual(Object.keys(content.categories), [
    'pants',
    'hoodies-and-sweatshirts',
    'tees',
    'accessories',
    'other',
  ]);
});

test('a style has its texts, facets, tag, colours and sizes', async (t) => {
  const out = join(await makeFolder(t), 'content');
  await runImport(exportFolder, '--out', out, '--images', 'https://img.example.com/m/');
  const content = await loadContent(out);
  const tee = content.products.find(({ product }) => product.sku === 'LN100')?.product;
  const image = (name: string) => `https://img.example.com/m/l/n/${name}`;
  t.deepEqual(tee, {
    $schema: '../schemas/product.schema.json',
    sku: 'LN100',
    name: { en: 'Harbour Tee™', fr: 'T-shirt du port' },
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
    images: [{ file: image('ln100-navy.jpg'), alt: { en: 'Harbour Tee™', fr: 'T-shirt du port' } }],
    colors: [
      { color: 'navy', images: [image('ln100-navy.jpg'), image('ln100-navy%20back.jpg')] },
      { color: 'white', images: [image('ln100-white.jpg')] },
    ],
    sizes: ['M', '2XL'],
  });
});

test('every file names its schema and matches it, and the schemas are those of the content', async (t) => {
  const out = join(await makeFolder(t), 'content');
  await runImport(exportFolder, '--out', out, '--swatches', swatchesFile);
  const { stale, broken } = await planSchemas(out);
  t.deepEqual([stale, broken], [[], []]);
  const schemas = await schemasOf(out);
  const validators = new Map(
    Array.from(schemas, ([kind, schema]) => [kind, compileSchema(schema)]),
  );
  for (const { kind, file, json } of await jsonFilesOf(out)) {
    t.deepEqual(Object.entries(json)[0], ['$schema', schemaReference(kind)], file);
    const validate = validators.get(kind);
    t.true(validate?.(json), `${file}: ${JSON.stringify(validate?.errors)}`);
  }
});

test('with an exchange rate, prices are converted for the other country, and net prices are derived by tier', async (t) => {
  const out = join(await makeFolder(t), 'content');
  await runImport(exportFolder, '--out', out, '--currency', 'cad', '--rate', '1.25');
  const rowsOf = async (file: string, sku: string) =>
    (await readFile(join(out, 'prices', file), 'utf8'))
      .split('\n')
      .filter((line) => line.startsWith(sku));
  t.deepEqual(await rowsOf('msrp.csv', 'LN200'), ['LN200,CAD,1,40.00,', 'LN200,USD,1,32.00,']);
  t.deepEqual(await rowsOf('surcharges.csv', 'LN200,CAD,XL,msrp'), ['LN200,CAD,XL,msrp,12.50']);
  t.deepEqual(await rowsOf('net-A1.csv', 'LN100'), ['LN100,CAD,1,14.00,', 'LN100,USD,1,11.20,']);
  t.deepEqual(await rowsOf('net-A5.csv', 'LN300'), [
    'LN300,CAD,1,24.30,32.40',
    'LN300,USD,1,19.44,25.92',
  ]);
  const { products, catalogue } = await loadContent(out);
  t.deepEqual(products[0]?.product.markets, ['CA', 'US']);
  t.deepEqual(catalogue.fallbackLanguage, { fr: 'en' });
});

test('stock is in whole pieces: 0 for a negative quantity or if the shop is out of stock', async (t) => {
  const out = join(await makeFolder(t), 'content');
  await runImport(exportFolder, '--out', out);
  const { products } = await loadContent(out);
  const stock = products.flatMap(({ rows }) =>
    rows.inventory.map(({ sku, color, size, quantity }) => [sku, color, size, quantity].join(' ')),
  );
  t.deepEqual(stock.slice(0, 6), [
    'LN100 navy M 40',
    'LN100 navy 2XL 12',
    'LN100 white M 25',
    'LN100 white 2XL 0',
    'LN200 navy-white S 100',
    'LN200 navy-white XL 100',
  ]);
  t.true(stock.includes('LN300 olive 32 0'), 'owed pieces are no stock');
  t.true(stock.includes('LN300 olive 30 7'), 'half a piece is no piece');
});

test('the report counts imported, defaulted and skipped values, with examples', async (t) => {
  const out = join(await makeFolder(t), 'content');
  const report = await runImport(exportFolder, '--out', out);
  for (const line of [
    '  styles: 7 (LN100, LN200, LN300, LN400, LN600, …)',
    '  styles that are drafts: 1 (LN600)',
    '  styles with a tag: 3 (LN100 new, LN200 best-seller, LN300 eco-pick)',
    '  colour-block styles: 1 (LN200)',
    '  simple products that became styles: 2 (LN700, LN800)',
    '  variants joined to a style by their SKU alone: 1 (LN400-OS-Driftmoss)',
    '  styles of the category Other: 1 (LN400)',
    '  products of the type bundle: 1 (LN900)',
    '  sale prices that have ended: 1 (LN400-OS-Driftmoss)',
    '  styles without a variant: 3 (LN500, LN950, LN-960)',
    '  variants that are not online: 1 (LN300-34-Olive)',
    '  variants that a style names and the export lacks: 1 (LN100-S-White)',
    '  variants with the colour and size of an earlier one: 1 (LN100-2XL-Navy)',
  ]) {
    t.true(report.split('\n').includes(line), line);
  }
});

test('the one file that Magento exports gives the same products as a folder with categories and sizes', async (t) => {
  const folder = await makeFolder(t);
  const file = join(folder, 'export_catalog_product_20240510.csv');
  await cp(join(exportFolder, 'products.csv'), file);
  await runImport(file, '--out', join(folder, 'file'));
  await runImport(exportFolder, '--out', join(folder, 'folder'));
  const [alone, whole] = await Promise.all(
    ['file', 'folder'].map((name) => loadContent(join(folder, name))),
  );
  t.deepEqual(alone?.products, whole?.products);
  t.deepEqual(await errorsIn(join(folder, 'file')), []);
});

test('examples from an export are printed without terminal codes', (t) => {
  const report = createReport();
  report.note('left out', 'sizes that are none', 'X\u001b]0;pwned\u0007L');
  t.true(report.toText().includes('  sizes that are none: 1 (X\\u001b]0;pwned\\u0007L)\n'));
});
