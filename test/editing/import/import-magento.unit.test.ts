import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { createReport } from '../../../editing/import/report.ts';
import { planSchemas } from '../../../editing/schemas/content-folder.ts';
import { schemaReference } from '../../../editing/schemas/schema-files.ts';
import { findingsIn, loadContent } from '../../helpers/content.ts';
import { compileSchema, jsonFilesOf, schemasOf } from '../schemas/validator.ts';
import { exportFolder, makeFolder, runImport, swatchesFile } from './import-run.ts';

test('an export becomes content that compiles without a finding', async (t) => {
  const out = join(await makeFolder(t), 'content');
  await runImport(exportFolder, '--out', out, '--swatches', swatchesFile);
  const errors = (await findingsIn(out)).filter(({ severity }) => severity === 'error');
  t.deepEqual(errors, []);
  const content = await loadContent(out);
  const skus = content.products.map(({ product }) => product.sku);
  t.deepEqual(skus, ['LN100', 'LN200', 'LN300', 'LN400', 'LN700']);
  t.deepEqual(content.catalogue.fallbackLanguage, { fr: 'en' });
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
    name: { en: 'Harbour Tee™' },
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
    markets: ['CA', 'US'],
    minimumOrder: { quantity: 1 },
    studio: false,
    customization: { colorBlocks: false, decorations: [] },
    images: [{ file: image('ln100-navy.jpg'), alt: { en: 'Harbour Tee™' } }],
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
  for (const { kind, file, json } of await jsonFilesOf(out)) {
    t.deepEqual(Object.entries(json)[0], ['$schema', schemaReference(kind)], file);
    const validate = compileSchema(schemas.get(kind) ?? {});
    t.true(validate(json), `${file}: ${JSON.stringify(validate.errors)}`);
  }
});

test('money is counted in cents, converted at the rate and discounted by tier', async (t) => {
  const out = join(await makeFolder(t), 'content');
  await runImport(exportFolder, '--out', out, '--currency', 'cad', '--rate', '1.25');
  const rowsOf = async (file: string, sku: string) =>
    (await readFile(join(out, 'prices', file), 'utf8'))
      .split('\n')
      .filter((line) => line.startsWith(sku));
  t.deepEqual(await rowsOf('msrp.csv', 'LN200'), [
    'LN200,CAD,1,40.00,48.50',
    'LN200,USD,1,32.00,38.80',
  ]);
  t.deepEqual(await rowsOf('net-A1.csv', 'LN100'), ['LN100,CAD,1,14.00,', 'LN100,USD,1,11.20,']);
  t.deepEqual(await rowsOf('net-A5.csv', 'LN300'), [
    'LN300,CAD,1,24.30,32.40',
    'LN300,USD,1,19.44,25.92',
  ]);
  t.is(
    await readFile(join(out, 'prices/surcharges.csv'), 'utf8'),
    'sku,currency,size,list,surcharge\n',
  );
});

test('the SKU of a variant is its part id', async (t) => {
  const out = join(await makeFolder(t), 'content');
  await runImport(exportFolder, '--out', out);
  const [header, first] = (await readFile(join(out, 'variants.csv'), 'utf8')).split('\n');
  t.is(header, 'sku,color,size,part_id,gtin');
  t.is(first, 'LN100,navy,M,LN100-M-NAVY,');
});

test('stock is summed by colour and size, and absent if the shop has none', async (t) => {
  const out = join(await makeFolder(t), 'content');
  await runImport(exportFolder, '--out', out);
  const { products } = await loadContent(out);
  const stock = products.flatMap(({ rows }) =>
    rows.inventory.map(({ sku, color, size, quantity }) => [sku, color, size, quantity].join(' ')),
  );
  t.deepEqual(stock.slice(0, 4), [
    'LN100 navy M 40',
    'LN100 navy 2XL 15',
    'LN100 white M 25',
    'LN100 white 2XL 0',
  ]);
  t.true(stock.includes('LN300 olive 32 0'), 'owed pieces are no stock');
  t.true(stock.includes('LN300 olive 30 7'), 'half a piece is no piece');
});

test('the report counts imported, defaulted and skipped values, with examples', async (t) => {
  const out = join(await makeFolder(t), 'content');
  const report = await runImport(exportFolder, '--out', out);
  for (const line of [
    '  styles: 5 (LN100, LN200, LN300, LN400, LN700)',
    '  colours joined from several spellings: 1 (Navy = NAVY)',
    '  styles with the price of their cheapest variant: 1 (LN200)',
    '  styles without a category: Other: 1 (LN400)',
    '  rows with the texts of one store view: 1 (LN100 fr)',
    '  products of the type bundle: 1 (LN900)',
    '  products that are not online: 1 (LN600)',
    '  special prices that are not valid today: 1 (LN400)',
    '  styles without a price: 1 (LN500)',
    '  variants that a style names and the export lacks: 1 (LN100-S-WHITE)',
  ]) {
    t.true(report.split('\n').includes(line), line);
  }
});

test('without a picture address products have no pictures, and the report has a note', async (t) => {
  const out = join(await makeFolder(t), 'content');
  const report = await runImport(exportFolder, '--out', out);
  const { products } = await loadContent(out);
  for (const { product } of products) {
    t.deepEqual(product.images, []);
    for (const { images } of product.colors) t.deepEqual(images, []);
  }
  t.regex(report, /pictures without an https address \(give --images URL\): \d+/);
});

test('the same export gives the same bytes', async (t) => {
  const folder = await makeFolder(t);
  const contents = ['one', 'two'].map(async (name) => {
    await runImport(exportFolder, '--out', join(folder, name));
    const files = await readdir(join(folder, name), { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map((f) => join(f.parentPath, f.name));
    const texts = await Promise.all(paths.sort().map((path) => readFile(path, 'utf8')));
    return texts.join('\0');
  });
  const [one, two] = await Promise.all(contents);
  t.is(one, two);
});

test('examples from an export are printed without terminal codes', (t) => {
  const report = createReport();
  report.note('left out', 'sizes that are none', 'X\u001b]0;pwned\u0007L');
  t.true(report.toText().includes('  sizes that are none: 1 (X\\u001b]0;pwned\\u0007L)\n'));
});
