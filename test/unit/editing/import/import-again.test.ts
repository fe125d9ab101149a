import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import {
  type ContentFolder,
  editFolder,
  loadContent,
  makeFolder,
} from '../../../helpers/content.ts';
import { errorsIn, importFrom, shopifyFile } from '../../../helpers/import-run.ts';
import { collectTeardowns } from '../../../helpers/teardown.ts';

interface Shop {
  readonly content: ContentFolder;
  /** Imports the same Shopify export again, changed by `change` and with additional options; returns the report. */
  readonly again: (change?: (text: string) => string, ...args: string[]) => Promise<string>;
  readonly line: (file: string, start: string) => Promise<string | undefined>;
  readonly optionsFile: string;
}

/** The folder with the imported Shopify export of the fixture, which each test copies. */
let imported: string;
const teardowns = collectTeardowns();

test.before('the export is imported', async () => {
  imported = await makeFolder(teardowns);
  await importFrom('shopify', shopifyFile, '--out', join(imported, 'content'));
});
test.after.always(() => teardowns.run());

/** Copies the folder `imported` for a test; returns functions that read the content in the copy and import it again. */
async function openShop(t: ExecutionContext): Promise<Shop> {
  const folder = await makeFolder(t);
  cpSync(imported, folder, { recursive: true });
  const out = join(folder, 'content');
  const file = join(folder, 'export.csv');
  const again: Shop['again'] = async (change = (text) => text, ...args) => {
    await writeFile(file, change(await readFile(shopifyFile, 'utf8')));
    return importFrom('shopify', file, '--out', out, ...args);
  };
  const content = editFolder(out);
  const line: Shop['line'] = async (path, start) =>
    (await readFile(join(out, path), 'utf8')).split('\n').find((text) => text.startsWith(start));
  return { content, again, line, optionsFile: `${out}.import.json` };
}

const read = ({ content }: Shop, file: string) => readFile(join(content.path, file), 'utf8');

test('importing the same export again changes nothing', async (t) => {
  const shop = await openShop(t);
  const before = await read(shop, 'products/TEE100.json');
  const report = await shop.again();
  t.is(await read(shop, 'products/TEE100.json'), before);
  t.notRegex(report, /files changed|Kept:/);
});

test('changes of the source are written: prices, stock, texts and pictures', async (t) => {
  const shop = await openShop(t);
  const report = await shop.again((text) =>
    text
      .replaceAll('24.50', '25.00')
      .replace('TEE100-NVY-M,180,shopify,65', 'TEE100-NVY-M,180,shopify,9')
      .replace('A heavy tee', 'A light tee')
      .replaceAll('tee100-hgr.jpg?v=171', 'tee100-hgr.jpg?v=172'),
  );
  t.is(await shop.line('prices/msrp.csv', 'TEE100'), 'TEE100,CAD,1,25.00,');
  t.is(await shop.line('prices/net-A1.csv', 'TEE100'), 'TEE100,CAD,1,17.50,');
  t.is(await shop.line('prices/surcharges.csv', 'TEE100,CAD,2XL,msrp'), 'TEE100,CAD,2XL,msrp,1.50');
  t.is(await shop.line('inventory.csv', 'TEE100,navy,M'), 'TEE100,navy,M,9');
  const product = await read(shop, 'products/TEE100.json');
  t.regex(product, /A light tee/);
  t.regex(product, /tee100-hgr\.jpg\?v=172/);
  t.regex(report, /files changed: \d+ \(/);
  t.deepEqual(await errorsIn(shop.content.path), []);
});

test('changes, additions and removals of editors are kept and listed', async (t) => {
  const shop = await openShop(t);
  const { content } = shop;
  await content.replace(
    'products/TEE100.json',
    '"A heavy tee for windy piers',
    '"Our heaviest tee',
  );
  await content.replace(
    'products/TEE100.json',
    '"brand":',
    '"note": { "en": "Runs small." },\n  "brand":',
  );
  await content.replace('products/TEE100.json', '"for": "men"', '"for": "adults"');
  await content.replace('colors.json', '"en": "Wildberry"', '"en": "Wild berry"');
  await content.replace('prices/msrp.csv', 'HD-20,CAD,1,54.00,60.00', 'HD-20,CAD,1,55.00,');
  await content.replace(
    'prices/msrp.csv',
    'TEE100,CAD,1,24.50,\n',
    'TEE100,CAD,1,24.50,\nTEE100,CAD,48,22.00,\n',
  );
  await content.remove('products/CAP9.json');
  const report = await shop.again((text) =>
    text
      .replace('A heavy tee', 'A light tee')
      .replace('Harbour Tee,', 'Harbour Tee II,')
      .replaceAll('54.00', '50.00'),
  );
  const product = await read(shop, 'products/TEE100.json');
  t.regex(product, /Our heaviest tee/);
  t.regex(product, /Runs small/);
  t.regex(product, /"for": "adults"/);
  t.regex(product, /"en": "Harbour Tee II"/, 'a member that nobody changed');
  t.regex(await read(shop, 'colors.json'), /Wild berry/);
  t.is(await shop.line('prices/msrp.csv', 'HD-20'), 'HD-20,CAD,1,55.00,');
  t.is(await shop.line('prices/msrp.csv', 'TEE100,CAD,48'), 'TEE100,CAD,48,22.00,');
  t.is(await shop.line('inventory.csv', 'CAP9'), undefined, 'rows of a removed style');
  t.regex(report, /styles that editors removed: 1 \(CAP9\)/);
  const kept = report.slice(report.indexOf('Kept:'));
  t.regex(kept, /changed by editors: \d+ \(.*products\/TEE100\.json: for\)/);
  const both = 'changed by editors and, since the last import, by the source';
  const places = 'products/TEE100.json: descriptions.long.en, prices/msrp.csv: HD-20 CAD 1';
  t.true(kept.includes(`  ${both}: 2 (${places})\n`), kept);
});

test('new styles, colours and sizes are added, also to lists that editors changed', async (t) => {
  const shop = await openShop(t);
  await shop.content.replace(
    'products/TEE100.json',
    '"color": "wildberry",',
    '"color": "wildberry",\n      "fabric": { "composition": { "en": "Cotton" }, "weight": { "en": "180 g" }, "gsm": 180 },',
  );
  const report = await shop.again((text) => {
    const [header = '', ...lines] = text.trimEnd().split('\r\n');
    const first = lines.find((line) => line.includes('TEE100-NVY-L')) ?? '';
    const rename = (line: string, size: string, color: string, sku: string) =>
      line
        .replace(',Large,,,Navy,', `,${size},,,${color},`)
        .replace('TEE100-NVY-L', sku)
        .replace('620011000310', '');
    const style = lines.find((line) => line.includes('TOTE-1')) ?? '';
    const other = style
      .replace('canvas-tote', 'mini-tote')
      .replace('TOTE-1', 'TOTE-2')
      .replace('620011001713', '');
    return [
      ...[header, ...lines, rename(first, 'XS', 'Navy', 'TEE100-NVY-XS')],
      ...[rename(first, 'Large', 'Plum', 'TEE100-PLM-L'), other, ''],
    ].join('\r\n');
  });
  t.regex(report, /new styles: 1 \(TOTE-2\)/);
  t.deepEqual(await errorsIn(shop.content.path), []);
  const { products, sizes } = await loadContent(shop.content.path);
  const tee = products.find(({ product }) => product.sku === 'TEE100')?.product;
  t.deepEqual(
    tee?.colors.map(({ color }) => color),
    ['navy', 'heather-grey', 'wildberry', 'plum'],
  );
  t.deepEqual(tee?.sizes, ['XS', 'S', 'M', 'L', '2XL']);
  t.true(sizes.includes('XS'));
  t.truthy(tee?.colors[2]?.fabric);
  t.is(await shop.line('variants.csv', 'TEE100,plum,L'), 'TEE100,plum,L,TEE100-PLM-L,');
});

test('a style that the source no longer has is kept unchanged and listed', async (t) => {
  const shop = await openShop(t);
  const isKept = (line: string) => !line.includes('fleece-hoodie');
  const without = (text: string) => text.split('\r\n').filter(isKept).join('\r\n');
  const first = await shop.again(without);
  t.regex(first, /styles that the source no longer has.*: 1 \(HD-20\)/);
  t.deepEqual(await errorsIn(shop.content.path), []);
  t.is(await shop.line('prices/msrp.csv', 'HD-20'), 'HD-20,CAD,1,54.00,60.00');
  await shop.again(without);
  await shop.again((text) =>
    text.replaceAll('54.00', '50.00').replace('Kangaroo pocket', 'Two pockets'),
  );
  t.regex(await read(shop, 'products/HD-20.json'), /Two pockets/);
  t.is(await shop.line('prices/msrp.csv', 'HD-20'), 'HD-20,CAD,1,50.00,60.00', 'it is back');
});

test('a file that editors removed stays removed, and is listed', async (t) => {
  const shop = await openShop(t);
  for (const file of ['tags.json', 'inventory.csv']) await shop.content.remove(file);
  const report = await shop.again();
  for (const file of ['tags.json', 'inventory.csv']) {
    await t.throwsAsync(read(shop, file), { code: 'ENOENT' });
    t.regex(report, new RegExp(`changed by editors: 2 \\(.*${file}`));
  }
});

const withoutVariants = (text: string) =>
  text.replaceAll(/,'?62001\d+,/g, ',,').replaceAll(/,[A-Z0-9]+[-0-9A-Z/ ]*(?=,180,)/g, ',');

test('a table is removed when the source no longer has rows for it, and returns with them', async (t) => {
  const shop = await openShop(t);
  const variant = await shop.line('variants.csv', 'TEE100,navy,M,');
  t.truthy(variant);
  await shop.again(withoutVariants);
  await t.throwsAsync(read(shop, 'variants.csv'), { code: 'ENOENT' });
  t.deepEqual(await errorsIn(shop.content.path), []);
  t.notRegex(await shop.again(), /changed by editors/);
  t.is(await shop.line('variants.csv', 'TEE100,navy,M,'), variant);
});

test('an interrupted edit is completed before the import, and its changes stay', async (t) => {
  const shop = await openShop(t);
  const file = 'products/TEE100.json';
  const edited = (await read(shop, file)).replace('A heavy tee', 'Our heaviest tee');
  await shop.content.write('products/.TEE100.json.0123', edited);
  const steps = [{ file, from: 'products/.TEE100.json.0123' }];
  await shop.content.write('.edit-journal.json', JSON.stringify(steps));
  await shop.again((text) => text.replace('A heavy tee', 'A light tee'));
  t.regex(await read(shop, file), /Our heaviest tee/);
});

test('a row that can be imported now is removed from the list of omitted rows', async (t) => {
  const shop = await openShop(t);
  const leftOut = async () => readFile(`${shop.content.path}.left-out.csv`, 'utf8');
  t.true((await leftOut()).trimEnd().split('\r\n').length > 1);
  await shop.again((text) => {
    const [header, ...lines] = text.split('\r\n');
    return [header, ...lines.filter((line) => line.startsWith('canvas-tote'))].join('\r\n');
  });
  t.is((await leftOut()).trimEnd().split('\r\n').length, 1);
});

test('corrected options are used, and missing ones are proposed', async (t) => {
  const shop = await openShop(t);
  const options = JSON.parse(await readFile(shop.optionsFile, 'utf8'));
  options.colors['Noir'] = { id: 'black', hex: ['#000000'] };
  options.sizes['P'] = 'S';
  options.partIds['HD-20 BLK P'] = 'HD-20-BLK-P';
  options.unknownStock = 0;
  options.tiers.percentOfMsrp.A1 = 50;
  await writeFile(shop.optionsFile, JSON.stringify(options));
  await shop.again();
  t.deepEqual(await errorsIn(shop.content.path), []);
  t.is(await shop.line('variants.csv', 'HD-20,black,S'), 'HD-20,black,S,HD-20-BLK-P,620011001317');
  t.is(await shop.line('inventory.csv', 'TOTE-1'), 'TOTE-1,as-shown,OSFA,0');
  t.is(await shop.line('prices/net-A1.csv', 'TOTE-1'), 'TOTE-1,CAD,1,6.00,');
  t.deepEqual(JSON.parse(await readFile(shop.optionsFile, 'utf8')), options);
});

test('a mistake in the options is reported with its path, and nothing is written', async (t) => {
  const shop = await openShop(t);
  const before = await read(shop, 'catalogue.json');
  await writeFile(shop.optionsFile, '{"tiers": {"base": "A3", "percentOfMsrp": {"A3": 120}}}');
  await t.throwsAsync(shop.again(), { message: /import\.json: tiers\.percentOfMsrp\.A3: / });
  await writeFile(
    shop.optionsFile,
    '{"tiers": {"base": "constructor", "percentOfMsrp": {"A3": 70}}}',
  );
  await t.throwsAsync(shop.again(), { message: /tiers: "base" is not one of the tiers; / });
  await writeFile(shop.optionsFile, '{');
  await t.throwsAsync(shop.again(), { message: /import\.json is not JSON/ });
  t.is(await read(shop, 'catalogue.json'), before);
});

test('a folder of another import, or without an import, is not changed', async (t) => {
  const shop = await openShop(t);
  const { path } = shop.content;
  await t.throwsAsync(importFrom('woocommerce', shopifyFile, '--out', path), {
    message: /no row is a header/,
  });
  const state = JSON.parse(await readFile(`${path}.import-state.json`, 'utf8'));
  await writeFile(`${path}.import-state.json`, JSON.stringify({ ...state, source: 'csv' }));
  await t.throwsAsync(shop.again(), {
    message: /was imported from csv; give --out another folder/,
  });
  await writeFile(`${path}.import-state.json`, '{"source": "shopify"}');
  await t.throwsAsync(shop.again(), { message: /import-state\.json is damaged; restore it/ });
  await rm(`${path}.import-state.json`);
  await t.throwsAsync(shop.again(), { message: /is not empty, and there is no .*import-state/ });
});

test('if the state of the import cannot be written, the content is not changed, so that later imports apply changes of the source', async (t) => {
  const [shop, other] = [await openShop(t), await openShop(t)];
  const change = (price: string) => (text: string) => text.replaceAll('24.50', price);
  await other.again(change('25.00'));
  const state = await readFile(`${other.content.path}.import-state.json`, 'utf8');
  // The temporary file of this state does not fit on the disk.
  const hash = createHash('sha256').update(state).digest('hex').slice(0, 8);
  const { dir, base } = parse(`${shop.content.path}.import-state.json`);
  await symlink('/dev/full', join(dir, `.${base}.${hash}`));
  await t.throwsAsync(shop.again(change('25.00')), {
    message: /ENOSPC.*; nothing was changed$/,
  });
  t.is(await shop.line('prices/msrp.csv', 'TEE100'), 'TEE100,CAD,1,24.50,');
  t.notRegex(await shop.again(change('26.00')), /Kept:/);
  t.is(await shop.line('prices/msrp.csv', 'TEE100'), 'TEE100,CAD,1,26.00,');
});
