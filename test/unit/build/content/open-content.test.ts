import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { createContentMemory } from '../../../../build/content/content-memory.ts';
import {
  type OpenContent,
  openContent,
  readActiveProducts,
  readOtherRows,
  readProduct,
  readRepeatedVariants,
} from '../../../../build/content/open-content.ts';
import { copyContent, fixtureContent } from '../../../helpers/content.ts';
import { locatedStock } from '../../../helpers/located-stock.ts';

function readOne(content: OpenContent, sku: string) {
  const name = content.products.find((each) => each.sku === sku);
  if (name === undefined) throw new Error(`no product file ${sku}`);
  return readProduct(content, content.sourceOf(name));
}

test('a valid folder is opened with its shared files, and its products sorted by SKU', async (t) => {
  const content = await openContent(fixtureContent);
  const { shared, products } = content;
  t.deepEqual(shared.found, []);
  t.deepEqual(
    products.map(({ sku }) => sku),
    ['BAG-5', 'HOOD-2', 'JER-3', 'TEE-1', 'USA-4'],
  );
  t.deepEqual([...shared.net.keys()], ['A1', 'A3']);
  t.is(readActiveProducts(content).rows.length, 5);
  const sides = ['hoodie-back.svg', 'hoodie-front.svg', 'tee-back.svg', 'tee-front.svg'];
  t.deepEqual([...shared.drawings.keys()], sides);
  t.deepEqual([...shared.assets.keys()], ['icons/embroidery.svg', 'photos/stateside.png']);
  t.deepEqual(shared.sizes, ['S', 'M', '2XL', 'OSFA']);
  t.deepEqual([...(shared.ids.sizes ?? [])], shared.sizes);
  t.deepEqual([...(shared.ids.brands ?? [])].sort(), Object.keys(shared.brands).sort());
});

test('a product is read with its own rows only', async (t) => {
  const content = await openContent(fixtureContent);
  const { partial, product, found } = readOne(content, 'TEE-1');
  t.deepEqual(found, []);
  t.true(product.whole);
  t.deepEqual(partial.products, [product]);
  const tables = [partial.msrp, ...partial.net.values(), partial.surcharges, partial.inventory];
  t.deepEqual([...new Set(tables.flatMap(({ rows }) => rows.map(({ sku }) => sku)))], ['TEE-1']);
  const rows = content.products.map(({ sku }) => readOne(content, sku).partial);
  const count = (of: (each: (typeof rows)[number]) => readonly unknown[]) =>
    rows.reduce((sum, each) => sum + of(each).length, 0);
  t.is(
    count(({ msrp }) => msrp.rows),
    12,
  );
  t.is(
    count(({ surcharges }) => surcharges.rows),
    6,
  );
  t.is(
    count(({ inventory }) => inventory.rows),
    9,
  );
});

test('when the rows of products are freed, only they can no longer be read', async (t) => {
  const folder = await copyContent(t);
  for (const [file, text] of Object.entries(locatedStock)) await folder.write(file, text);
  await folder.append('prices/msrp.csv', 'GONE-9,CAD,12,5.00,\n');
  const memory = createContentMemory();
  const content = await openContent(folder.path, { memory });
  const readRest = () => [
    content.hashTables(),
    readOtherRows(content),
    readRepeatedVariants(content),
    readActiveProducts(content),
  ];
  // Not read before, so that `freeRows` itself must keep what it needs.
  content.freeRows();
  const rest = readRest();
  t.deepEqual([...memory.tables.keys()], ['active-products.csv']);
  const message = 'the rows of products are no longer in memory';
  t.throws(() => readOne(content, 'TEE-1'), { message });
  const other = await openContent(folder.path);
  t.deepEqual(rest, [
    other.hashTables(),
    readOtherRows(other),
    readRepeatedVariants(other),
    readActiveProducts(other),
  ]);
  t.is(readOtherRows(content).partial.msrp.rows[0]?.sku, 'GONE-9');
});

test('locations and variants are optional, and are read if their files exist', async (t) => {
  const folder = await copyContent(t);
  const without = await openContent(folder.path);
  t.deepEqual([without.shared.locations, without.shared.found], [{}, []]);
  t.deepEqual(without.shared.ids.locations, new Set());
  t.like(readOne(without, 'TEE-1').partial.variants, { readable: true, rows: [] });
  for (const [file, text] of Object.entries(locatedStock)) await folder.write(file, text);
  const content = await openContent(folder.path);
  t.deepEqual([...(content.shared.ids.locations ?? [])], ['montreal', 'reno', 'calgary']);
  const { partial } = readOne(content, 'TEE-1');
  t.deepEqual(
    partial.variants.rows.map(({ line, size, part_id: partId }) => [line, size, partId]),
    [
      [2, 'S', 'TEE-1-NVY-S'],
      [3, 'M', undefined],
      [4, '2XL', 'TEE-1-GRY-2XL'],
    ],
  );
  const [, second] = partial.inventory.rows;
  t.like(second, { location: 'reno', incoming: 600, incoming_date: '2027-01-31' });
  t.is(partial.inventory.rows[0]?.incoming, undefined);
});

test('a folder in place of a file is reported with the reason', async (t) => {
  const folder = await copyContent(t);
  await rm(join(folder.path, 'brands.json'));
  await mkdir(join(folder.path, 'brands.json'));
  const [{ fault } = { fault: undefined }] = (await openContent(folder.path)).shared.found;
  t.like(fault, { file: 'brands.json', message: 'cannot be read (EISDIR)' });
});

test('a product file that was deleted before it is read is a finding, not an exception', async (t) => {
  const folder = await copyContent(t);
  const content = await openContent(folder.path);
  await folder.remove('products/TEE-1.json');
  const { product, found } = readOne(content, 'TEE-1');
  t.false(product.whole);
  t.deepEqual(
    found.map(({ rule, fault }) => [rule.id, fault.file]),
    [['file/unreadable', 'products/TEE-1.json']],
  );
});

test('an invalid product keeps its valid members, and its file name as the SKU', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('products/TEE-1.json', '"sku": "TEE-1"', '"sku": "tee 1"');
  await folder.replace('products/TEE-1.json', '"color": "grey-navy"', '"color": "Grey Navy"');
  const { product } = readOne(await openContent(folder.path), 'TEE-1');
  t.is(product.sku, 'TEE-1');
  t.false(product.whole);
  t.is(product.product.sku, undefined);
  t.is(product.product.brand, 'acme');
  t.false(product.product.colors?.some(({ color }) => color === 'grey-navy'));
  t.true((product.product.colors?.length ?? 0) > 0);
});

test('an unreadable table is marked, and so is a product with an invalid row', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('inventory.csv', 'M,0', 'M,none');
  await folder.write('prices/msrp.csv', 'sku;price\nTEE-1;2\n');
  const content = await openContent(folder.path);
  const partials = content.products.map(({ sku }) => readOne(content, sku).partial);
  t.true(partials.every(({ inventory }) => inventory.readable));
  t.is(partials.flatMap(({ inventory }) => inventory.faulty).length, 1);
  t.true(partials.every(({ msrp }) => !msrp.readable));
});

test('the ids of invalid entries count as known, unless the shared file is not JSON', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('brands.json', '"page": false', '"page": "no"');
  const { ids, brands } = (await openContent(folder.path)).shared;
  t.true(ids.brands?.has('zeta'));
  t.false(Object.hasOwn(brands, 'zeta'));
  await folder.write('brands.json', '[');
  t.is((await openContent(folder.path)).shared.ids.brands, undefined);
});
