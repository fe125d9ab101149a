import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { loadContent, makeFolder } from '../../../helpers/content.ts';
import { errorsIn, importFrom, shopifyFile } from '../../../helpers/import-run.ts';

/**
 * Imports the Shopify export of the fixture, changed by `change`, into a folder of the test. Returns the
 * content folder, the report, a function that returns the lines of a content file, and the lines of the table
 * that lists what was not imported.
 */
async function importShop(t: ExecutionContext, change: (text: string) => string = (text) => text) {
  const folder = await makeFolder(t);
  const file = join(folder, 'products_export.csv');
  await writeFile(file, change(await readFile(shopifyFile, 'utf8')));
  const out = join(folder, 'content');
  const report = await importFrom('shopify', file, '--out', out);
  const lines = (path: string) => linesOf(join(out, path));
  return { out, report, lines, leftOut: await linesOf(`${out}.left-out.csv`) };
}

async function linesOf(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8');
  return text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/);
}

test('an export becomes content without an error', async (t) => {
  const { out } = await importShop(t);
  t.deepEqual(await errorsIn(out), []);
  const { products, catalogue } = await loadContent(out);
  t.deepEqual(
    products.map(({ product }) => product.sku),
    ['CAP9', 'HD-20', 'SPRING-JACKET', 'TEE100', 'TOTE-1'],
  );
  t.deepEqual(catalogue.defaultLocale, 'en-CA');
  t.deepEqual(catalogue.fallbackLanguage, { fr: 'en' });
});

test('names such as constructor, which are members of every object, are imported like others', async (t) => {
  const { out, report, lines } = await importShop(t, (text) =>
    text
      .replaceAll('harbour-tee', 'constructor')
      .replace('Size,Small,,Color,Navy', 'hasOwnProperty,toString,,Color,valueOf')
      .replace('TEE100-NVY-S', 'constructor'),
  );
  t.deepEqual(await errorsIn(out), []);
  const ids = (await lines('variants.csv')).filter((line) => line.includes('valueof'));
  t.deepEqual(ids, ['CONSTRUCTOR,valueof,TOSTRING,constructor,620011000112']);
  t.regex(report, /styles named by a proposed SKU: .*constructor = CONSTRUCTOR/);
  t.regex(report, /sizes under another name: .*toString = TOSTRING/);
  t.regex(report, /options of variants, by their names and values: .*hasOwnProperty = size/);
});

test('a style has its texts, keywords, colours, sizes and pictures', async (t) => {
  const { out } = await importShop(t);
  const { products } = await loadContent(out);
  const tee = products.find(({ product }) => product.sku === 'TEE100')?.product;
  const picture = (name: string) =>
    `https://cdn.shopify.example/s/files/1/0001/products/tee100-${name}.jpg?v=171`;
  t.deepEqual(tee, {
    $schema: '../schemas/product.schema.json',
    sku: 'TEE100',
    name: { en: 'Harbour Tee' },
    descriptions: {
      long: { en: 'A heavy tee for windy piers – cut straight. Taped shoulders. Ribbed collar.' },
    },
    keywords: { en: ['men', 'cotton', 'crew neck'] },
    brand: 'northpier',
    category: 't-shirts',
    for: 'men',
    inspiration: [],
    markets: ['CA'],
    minimumOrder: { quantity: 1 },
    studio: false,
    customization: { colorBlocks: false, decorations: [] },
    images: [{ file: picture('detail'), alt: { en: 'The collar' } }],
    colors: [
      { color: 'navy', images: [picture('nvy')] },
      { color: 'heather-grey', images: [picture('hgr')] },
      { color: 'wildberry', images: [picture('wbr')] },
    ],
    sizes: ['S', 'M', 'L', '2XL'],
  });
});

test('every code and GTIN is in variants.csv, except invalid and repeated ones', async (t) => {
  const { lines, leftOut } = await importShop(t);
  const variants = await lines('variants.csv');
  t.is(variants[0], 'sku,color,size,part_id,gtin');
  t.true(variants.includes('TEE100,navy,S,TEE100-NVY-S,620011000112'));
  t.true(variants.includes('TEE100,navy,M,TEE100-NVY-M,620011000211'), 'with an apostrophe');
  t.true(variants.includes('TEE100,heather-grey,M,TEE100-HGR-M,'), 'a wrong check digit');
  t.true(variants.includes('TEE100,heather-grey,L,TEE100-HGR-L,'), 'a shortened number');
  t.true(variants.includes('TEE100,wildberry,S,,620011000914'), 'a repeated code');
  t.true(variants.includes('HD-20,noir,P,,620011001317'), 'a code with spaces');
  const reasons = leftOut.map((line) => line.split(',').slice(0, 3).join(','));
  t.true(reasons.includes('7,GTINs that are invalid,6200110000160'));
  t.true(reasons.includes('10,part ids of an earlier variant,TEE100-NVY-S'));
  t.true(reasons.includes('14,codes that cannot be a part id,HD-20 BLK P'));
});

test('a size that costs more has a surcharge, and a compare-at price is the regular one', async (t) => {
  const { lines } = await importShop(t);
  const prices = await lines('prices/msrp.csv');
  t.true(prices.includes('TEE100,CAD,1,24.50,'));
  t.true(prices.includes('HD-20,CAD,1,54.00,60.00'));
  t.true((await lines('prices/net-A1.csv')).includes('HD-20,CAD,1,37.80,42.00'));
  const surcharges = await lines('prices/surcharges.csv');
  t.true(surcharges.includes('TEE100,CAD,2XL,msrp,2.00'));
  t.true(surcharges.includes('TEE100,CAD,2XL,A5,1.08'));
});

test('untracked stock is unknown, and negative stock counts as 0', async (t) => {
  const { lines } = await importShop(t);
  const stock = await lines('inventory.csv');
  t.true(stock.includes('TEE100,navy,M,65'));
  t.true(stock.includes('TEE100,navy,2XL,0'));
  t.false(stock.some((line) => line.startsWith('TOTE-1')));
});

test('drafts stay drafts; archived products, gift cards and products without a price are left out', async (t) => {
  const { out, report } = await importShop(t);
  const { products } = await loadContent(out);
  const drafts = products.filter(({ product }) => product.draft === true);
  t.deepEqual(
    drafts.map(({ product }) => product.sku),
    ['SPRING-JACKET'],
  );
  for (const line of [
    '  products that are archived: 1 (old-polo)',
    '  gift cards: 1 (gift-card)',
    '  variants without a price: 2 (CAP9-SKY-SNAP, BOX)',
    '  variants that differ by an option other than colour and size: 1 (CAP9-RED-FIT)',
    '  variants with the colour and size of an earlier one: 1 (CAP9-BLK-2)',
    '  prices of a colour: 1 (HD-20/BLK/M)',
    '  pictures without an https address: 1 (http://cdn.shopify.example/hoodie.jpg)',
    '  language: 1 (en)',
    '  colours without a hex colour: 2 (wildberry, as-shown)',
  ]) {
    t.true(report.split('\n').includes(line), `${line}\n${report}`);
  }
});

test('omitted rows are listed completely, with line and reason', async (t) => {
  const { leftOut } = await importShop(t);
  t.true(leftOut[0]?.startsWith('line,reason,what,advice,Handle,Title,'));
  const row = leftOut.find((line) => line.includes(',CAP9-SKY-SNAP,'));
  t.regex(row ?? '', /^21,variants without a price,CAP9-SKY-SNAP,,kids-cap,/);
});

test('the columns of the current Shopify template are read like those of the previous one', async (t) => {
  const names: Readonly<Record<string, string>> = {
    Handle: 'URL handle',
    'Body (HTML)': 'Description',
    'Product Category': 'Product category',
    Published: 'Published on online store',
    'Variant SKU': 'SKU',
    'Variant Barcode': 'Barcode',
    'Variant Price': 'Price',
    'Variant Compare At Price': 'Compare-at price',
    'Variant Inventory Tracker': 'Inventory tracker',
    'Variant Inventory Qty': 'Inventory quantity',
    'Image Src': 'Product image URL',
    'Variant Image': 'Variant image URL',
    'Option1 Name': 'Option1 name',
  };
  const rename = (text: string) => {
    const [header = '', ...rows] = text.split('\r\n');
    const renamed = header.split(',').map((name) => names[name] ?? name);
    return [renamed.join(','), ...rows].join('\r\n');
  };
  const [one, other] = await Promise.all([importShop(t), importShop(t, rename)]);
  for (const file of ['products/TEE100.json', 'variants.csv', 'prices/msrp.csv', 'inventory.csv']) {
    t.deepEqual(await other.lines(file), await one.lines(file), file);
  }
});

test('a shop whose home market is the United States is imported in US dollars, and no market gets a product that it excludes', async (t) => {
  const folder = await makeFolder(t);
  const [file, out] = [join(folder, 'products_export.csv'), join(folder, 'content')];
  const columns =
    'Handle,Title,Variant Price,Included / United States,Included / Canada,Price / Canada';
  const rows = [
    ...['tee,Tee,20.00,true,true,27.00', 'cap,Cap,15.00,true,true,', 'scarf,Scarf,9.00,,,12.00'],
    ...['hoodie,Hoodie,45.00,true,false,61.00', 'parka,Parka,90.00,false,true,120.00'],
  ];
  await writeFile(file, [columns, ...rows, ''].join('\n'));
  const report = await importFrom('shopify', file, '--out', out);
  t.deepEqual(await errorsIn(out), []);
  t.deepEqual((await linesOf(join(out, 'prices/msrp.csv'))).slice(1), [
    ...['CAP,USD,1,15.00,', 'HOODIE,USD,1,45.00,', 'PARKA,CAD,1,120.00,'],
    ...['SCARF,CAD,1,12.00,', 'SCARF,USD,1,9.00,', 'TEE,CAD,1,27.00,', 'TEE,USD,1,20.00,'],
  ]);
  const { products } = await loadContent(out);
  t.deepEqual(
    products.map(({ product }) => product.markets.join()),
    ['US', 'US', 'CA', 'CA,US', 'CA,US'],
  );
  t.regex(report, /prices of a market in which the product is not sold: 2 \(HOODIE .*, PARKA .*\)/);
  t.true((await linesOf(`${out}.left-out.csv`)).some((line) => line.includes('CAD 61.00')));
});

test('a cell in which a spreadsheet wrote an error is empty, and listed with its column', async (t) => {
  // Excel takes a text that begins with a hyphen for a formula.
  const { out, report, leftOut } = await importShop(t, (text) =>
    text.replace(/<p>A heavy tee[^,]*/, '#NAME?').replace(',Northpier,', ',#N/A,'),
  );
  t.deepEqual(await errorsIn(out), []);
  const tee = (await loadContent(out)).products.find(({ product }) => product.sku === 'TEE100');
  t.deepEqual([tee?.product.descriptions, tee?.product.brand], [{}, 'unbranded']);
  t.regex(report, /cells with the error of a spreadsheet: 2 \(line 2, Body \(HTML\): "#NAME\?", /);
  const lines = leftOut.filter((line) => line.includes('the error of a spreadsheet'));
  t.is(lines.length, 2);
});
