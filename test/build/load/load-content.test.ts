import test from 'ava';
import { ContentError, type Finding } from '../../../build/findings.ts';
import { type ContentFolder, copyContent, loadFixture } from '../../helpers/content.ts';

/** What loading a broken folder complains of. */
async function findingsOf(folder: ContentFolder): Promise<readonly Finding[]> {
  try {
    await folder.load();
  } catch (error) {
    if (error instanceof ContentError) return error.findings;
    throw error;
  }
  throw new Error('the folder was loaded');
}

test('a sound folder is loaded whole, products by SKU', async (t) => {
  const content = await loadFixture();
  const skus = content.products.map(({ product }) => product.sku);
  t.deepEqual(skus, ['BAG-5', 'HOOD-2', 'JER-3', 'TEE-1', 'USA-4']);
  t.deepEqual([...content.net.keys()], ['A1', 'A3']);
  t.is(content.msrp.length, 12);
  t.is(content.surcharges.length, 7);
  t.is(content.inventory.length, 9);
  t.is(content.activeProducts.length, 5);
  const sides = ['hoodie-back.svg', 'hoodie-front.svg', 'tee-back.svg', 'tee-front.svg'];
  t.deepEqual([...content.drawings.keys()], sides);
  t.deepEqual([...content.assets.keys()], ['icons/embroidery.svg', 'photos/stateside.png']);
  t.deepEqual(content.sizes, ['S', 'M', 'L', '2XL', 'OSFA']);
});

const required = [
  'brands.json',
  'categories.json',
  'tags.json',
  'colors.json',
  'facets.json',
  'decorations.json',
  'companies.json',
  'sizes.json',
  'size-charts.json',
  'prices/msrp.csv',
  'prices/net-A1.csv',
  'prices/net-A3.csv',
  'prices/surcharges.csv',
  'inventory.csv',
  'active-products.csv',
];

test('a missing file is named with what to do', async (t) => {
  for (const file of ['catalogue.json', ...required]) {
    const folder = await copyContent(t);
    await folder.remove(file);
    t.deepEqual(await findingsOf(folder), [{ file, message: 'is missing; add it' }]);
  }
});

test('a file that is not JSON is named with the parser’s reason', async (t) => {
  for (const file of ['catalogue.json', 'brands.json', 'products/TEE-1.json']) {
    const folder = await copyContent(t);
    await folder.write(file, '{"a": ');
    const [finding, ...more] = await findingsOf(folder);
    t.is(finding?.file, file);
    t.regex(finding?.message ?? '', /^is not JSON: .+/);
    t.deepEqual(more, []);
  }
});

test('all faults of all files are reported together, sorted by file and line', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('sizes.json', '"OSFA"', '"one size"');
  await folder.replace('products/BAG-5.json', '"sku": "BAG-5"', '"sku": "bag 5"');
  await folder.replace('products/TEE-1.json', '"gsm": 180', '"gsm": -1');
  await folder.replace('inventory.csv', 'M,0', 'M,none');
  await folder.replace('inventory.csv', 'OSFA,400', 'OSFA,4.5');
  await folder.remove('brands.json');
  await folder.write('tags.json', '[');
  const findings = await findingsOf(folder);
  const places = findings.map(({ file, line, path }) => [file, line, path]);
  t.deepEqual(places, [
    ['brands.json', undefined, undefined],
    ['inventory.csv', 2, 'quantity'],
    ['inventory.csv', 7, 'quantity'],
    ['products/BAG-5.json', undefined, 'sku'],
    ['products/TEE-1.json', undefined, 'fabric.gsm'],
    ['sizes.json', undefined, 'sizes.4'],
    ['tags.json', undefined, undefined],
  ]);
});

test('content that is loaded after the faults are mended has no trace of them', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('inventory.csv', 'M,0', 'M,none');
  t.is((await findingsOf(folder)).length, 1);
  await folder.replace('inventory.csv', 'M,none', 'M,0');
  t.deepEqual((await folder.load()).inventory.length, 9);
});

test('a faulty catalogue.json does not hide the faults of other files', async (t) => {
  const folder = await copyContent(t);
  await folder.write('catalogue.json', '{');
  await folder.remove('tags.json');
  const files = (await findingsOf(folder)).map(({ file }) => file);
  t.deepEqual(files, ['catalogue.json', 'tags.json']);
});
