import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { loadDraft } from '../../../build/content/load-draft.ts';
import { copyContent, fixtureContent } from '../../helpers/content.ts';

test('a valid folder is loaded completely, with its products sorted by SKU', async (t) => {
  const draft = await loadDraft(fixtureContent);
  t.deepEqual(draft.found, []);
  t.deepEqual(
    draft.products.map(({ sku, whole }) => [sku, whole]),
    ['BAG-5', 'HOOD-2', 'JER-3', 'TEE-1', 'USA-4'].map((sku) => [sku, true]),
  );
  t.deepEqual([...draft.net.keys()], ['A1', 'A3']);
  t.is(draft.msrp.rows.length, 12);
  t.is(draft.surcharges.rows.length, 6);
  t.is(draft.inventory.rows.length, 9);
  t.is(draft.activeProducts.rows.length, 5);
  const sides = ['hoodie-back.svg', 'hoodie-front.svg', 'tee-back.svg', 'tee-front.svg'];
  t.deepEqual([...draft.drawings.keys()], sides);
  t.deepEqual([...draft.assets.keys()], ['icons/embroidery.svg', 'photos/stateside.png']);
  t.deepEqual(draft.sizes, ['S', 'M', '2XL', 'OSFA']);
  t.deepEqual([...(draft.ids.sizes ?? [])], draft.sizes);
  t.deepEqual([...(draft.ids.brands ?? [])].sort(), Object.keys(draft.brands).sort());
});

test('a folder in place of a file is found, with the reason', async (t) => {
  const folder = await copyContent(t);
  await rm(join(folder.path, 'brands.json'));
  await mkdir(join(folder.path, 'brands.json'));
  const [{ fault } = { fault: undefined }] = (await loadDraft(folder.path)).found;
  t.like(fault, { file: 'brands.json', message: 'cannot be read (EISDIR)' });
});

test('an invalid product keeps its valid members, and its file name as the SKU', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('products/TEE-1.json', '"sku": "TEE-1"', '"sku": "tee 1"');
  await folder.replace('products/TEE-1.json', '"color": "grey-navy"', '"color": "Grey Navy"');
  const { products } = await loadDraft(folder.path);
  const tee = products.find(({ file }) => file === 'products/TEE-1.json');
  t.is(tee?.sku, 'TEE-1');
  t.false(tee?.whole);
  t.is(tee?.product.sku, undefined);
  t.is(tee?.product.brand, 'acme');
  t.false(tee?.product.colors?.some(({ color }) => color === 'grey-navy'));
  t.true((tee?.product.colors?.length ?? 0) > 0);
});

test('a table is marked if it is unreadable, and a product if one of its rows is invalid', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('inventory.csv', 'M,0', 'M,none');
  await folder.write('prices/msrp.csv', 'sku;price\nTEE-1;2\n');
  const { inventory, msrp } = await loadDraft(folder.path);
  t.true(inventory.readable);
  t.is(inventory.rows.length, 8);
  t.is(inventory.doubtful.size, 1);
  t.false(msrp.readable);
});

test('the ids of invalid entries are known unless the shared file is not JSON', async (t) => {
  const folder = await copyContent(t);
  await folder.replace('brands.json', '"page": false', '"page": "no"');
  const { ids, brands } = await loadDraft(folder.path);
  t.true(ids.brands?.has('zeta'));
  t.false(Object.hasOwn(brands, 'zeta'));
  await folder.write('brands.json', '[');
  t.is((await loadDraft(folder.path)).ids.brands, undefined);
});
