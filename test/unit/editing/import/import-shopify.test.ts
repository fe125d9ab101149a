/** An import of the Shopify export of the fixture, and of variants of it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { loadContent, makeFolder } from '../../../helpers/content.ts';
import { errorsIn, importFrom, shopifyFile } from '../../../helpers/import-run.ts';

/**
 * Imports the export, changed by `change`. Returns the content folder, the report, a function that
 * returns the lines of a content file, and the lines of the table of what was left out.
 */
async function importShop(t: ExecutionContext, change: (text: string) => string = (text) => text) {
  const folder = await makeFolder(t);
  const file = join(folder, 'products_export.csv');
  await writeFile(file, change(await readFile(shopifyFile, 'utf8')));
  const out = join(folder, 'content');
  const report = await importFrom('shopify', file, '--out', out);
  const linesOf = async (path: string) =>
    (await readFile(path, 'utf8'))
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split(/\r?\n/);
  const lines = (path: string) => linesOf(join(out, path));
  return { out, report, lines, leftOut: await linesOf(`${out}.left-out.csv`) };
}

test('a Shopify export becomes content without an error', async (t) => {
  const { out } = await importShop(t);
  t.deepEqual(await errorsIn(out), []);
  const { products, catalogue } = await loadContent(out);
  const skus = products.map(({ product }) => product.sku);
  t.deepEqual(skus, ['CAP9', 'HD-20', 'OLD-POLO', 'SPRING-JACKET', 'TEE100', 'TOTE-1']);
  t.deepEqual([catalogue.defaultLocale, catalogue.fallbackLanguage], ['en-CA', { fr: 'en' }]);
});

test('a Shopify style has its texts, keywords, colours, sizes and pictures', async (t) => {
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
    images: [
      { file: picture('nvy'), alt: { en: 'Harbour Tee in navy' } },
      { file: picture('detail'), alt: { en: 'The collar' } },
    ],
    colors: [
      { color: 'navy', images: [picture('nvy')] },
      { color: 'heather-grey', images: [picture('hgr')] },
      { color: 'wildberry', images: [picture('wbr')] },
    ],
    sizes: ['S', 'M', 'L', '2XL'],
  });
});

test('prices, surcharges, stock, codes and GTINs are in their tables', async (t) => {
  const { lines, leftOut } = await importShop(t);
  for (const [file, rows] of [
    ['prices/msrp.csv', ['TEE100,CAD,1,24.50,', 'HD-20,CAD,1,54.00,60.00']],
    ['prices/net-A1.csv', ['HD-20,CAD,1,37.80,42.00']],
    ['prices/surcharges.csv', ['TEE100,CAD,2XL,msrp,2.00', 'TEE100,CAD,2XL,A5,1.08']],
    // Negative stock counts as 0.
    ['inventory.csv', ['TEE100,navy,M,65', 'TEE100,navy,2XL,0']],
    // With an apostrophe; a wrong check digit; a repeated code; a code with spaces.
    ['variants.csv', ['TEE100,navy,S,TEE100-NVY-S,620011000112']],
    ['variants.csv', ['TEE100,navy,M,TEE100-NVY-M,620011000211']],
    ['variants.csv', ['TEE100,heather-grey,M,TEE100-HGR-M,', 'HD-20,noir,P,,620011001317']],
    ['variants.csv', ['TEE100,wildberry,S,,620011000914']],
  ] as const) {
    const written = await lines(file);
    for (const row of rows) t.true(written.includes(row), row);
  }
  // Untracked stock is unknown.
  t.false((await lines('inventory.csv')).some((line) => line.startsWith('TOTE-1')));
  const reasons = leftOut.map((line) => line.split(',').slice(0, 3).join(','));
  t.true(reasons.includes('7,GTINs that are invalid,6200110000160'));
  t.true(reasons.includes('10,part ids of an earlier variant,TEE100-NVY-S'));
  t.true(reasons.includes('14,codes that cannot be a part id,HD-20 BLK P'));
});

test('what is left out is counted in the report, and listed with line and reason', async (t) => {
  const { out, report, leftOut } = await importShop(t);
  const { products } = await loadContent(out);
  const drafts = products.filter(({ product }) => product.draft).map(({ product }) => product.sku);
  t.deepEqual(drafts, ['OLD-POLO', 'SPRING-JACKET']);
  for (const line of [
    'gift cards: 1 (gift-card)',
    'styles that are drafts, as the source does not show them: 2 (OLD-POLO: Status archived, SPRING-JACKET: Status draft)',
    'variants without a price: 2 (CAP9-SKY-SNAP, BOX)',
    'variants that differ by an option other than colour and size: 1 (CAP9-RED-FIT)',
    'variants with the colour and size of an earlier one: 1 (CAP9-BLK-2)',
    'prices of a colour: 1 (HD-20/BLK/M)',
    'pictures without an https address: 1 (http://cdn.shopify.example/hoodie.jpg)',
    'colours without a hex colour: 2 (wildberry, as-shown)',
  ]) {
    t.true(report.split('\n').includes(`  ${line}`), `${line}\n${report}`);
  }
  t.regex(report, /\n {2}language, uncertain, .*: 1 \(en\)\n/);
  t.true(leftOut[0]?.startsWith('line,reason,what,advice,Handle,Title,'));
  const row = leftOut.find((line) => line.includes(',CAP9-SKY-SNAP,'));
  t.regex(row ?? '', /^21,variants without a price,CAP9-SKY-SNAP,,kids-cap,/);
});

test('the columns of the current Shopify template are read like the previous ones', async (t) => {
  const names = new Map(
    [
      ...['Handle=URL handle', 'Body (HTML)=Description', 'Product Category=Product category'],
      ...['Published=Published on online store', 'Variant SKU=SKU', 'Variant Barcode=Barcode'],
      ...['Variant Price=Price', 'Variant Compare At Price=Compare-at price'],
      ...['Variant Inventory Tracker=Inventory tracker', 'Image Src=Product image URL'],
      ...['Variant Inventory Qty=Inventory quantity', 'Variant Image=Variant image URL'],
      'Option1 Name=Option1 name',
    ].map((pair) => pair.split('=') as [string, string]),
  );
  const rename = (text: string) => {
    const [header = '', ...rows] = text.split('\r\n');
    const renamed = header.split(',').map((name) => names.get(name) ?? name);
    return [renamed.join(','), ...rows].join('\r\n');
  };
  const [one, other] = await Promise.all([importShop(t), importShop(t, rename)]);
  for (const file of ['products/TEE100.json', 'variants.csv', 'prices/msrp.csv', 'inventory.csv']) {
    t.deepEqual(await other.lines(file), await one.lines(file), file);
  }
});

test('a product has a price in each market of the shop that does not exclude it', async (t) => {
  const columns =
    'Handle,Title,Variant Price,Included / United States,Included / Canada,Price / Canada';
  const rows = [
    ...['tee,Tee,20.00,true,true,27.00', 'cap,Cap,15.00,true,true,', 'scarf,Scarf,9.00,,,12.00'],
    ...['hoodie,Hoodie,45.00,true,false,61.00', 'parka,Parka,90.00,false,true,120.00'],
  ];
  const shop = await importShop(t, () => [columns, ...rows, ''].join('\n'));
  t.deepEqual(await errorsIn(shop.out), []);
  // The home market is the one without a price column.
  t.deepEqual((await shop.lines('prices/msrp.csv')).slice(1), [
    ...['CAP,USD,1,15.00,', 'HOODIE,USD,1,45.00,', 'PARKA,CAD,1,120.00,'],
    ...['SCARF,CAD,1,12.00,', 'SCARF,USD,1,9.00,', 'TEE,CAD,1,27.00,', 'TEE,USD,1,20.00,'],
  ]);
  const { products } = await loadContent(shop.out);
  const markets = products.map(({ product }) => product.markets.join());
  t.deepEqual(markets, ['US', 'US', 'CA', 'CA,US', 'CA,US']);
  const reason = 'prices of a market in which the product is not sold';
  t.true(shop.report.includes(`${reason}: 2 (HOODIE `), shop.report);
  t.true(shop.leftOut.some((line) => line.includes('CAD 61.00')));
});

test('a cell in which a spreadsheet wrote an error is empty, and listed', async (t) => {
  // Excel takes a text that begins with a hyphen for a formula.
  const { out, report, leftOut } = await importShop(t, (text) =>
    text.replace(/<p>A heavy tee[^,]*/, '#NAME?').replace(',Northpier,', ',#N/A,'),
  );
  t.deepEqual(await errorsIn(out), []);
  const tee = (await loadContent(out)).products.find(({ product }) => product.sku === 'TEE100');
  t.like(tee?.product, { descriptions: {}, brand: 'unbranded' });
  t.regex(report, /cells with the error of a spreadsheet: 2 \(line 2, Body \(HTML\): "#NAME\?", /);
  t.is(leftOut.filter((line) => line.includes('the error of a spreadsheet')).length, 2);
});
