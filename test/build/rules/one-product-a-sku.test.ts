import test from 'ava';
import { oneProductASku } from '../../../build/rules/one-product-a-sku.ts';
import { findAfter, findInFixture, replacing } from './find-after.ts';

test('files that are called after their SKU are fine', async (t) => {
  t.deepEqual(await findInFixture(oneProductASku), []);
});

test('a file that is called otherwise is found', async (t) => {
  const file = 'products/BAG-5.json';
  const edit = replacing(file, '"sku": "BAG-5"', '"sku": "BAG-6"');
  const message = `is "BAG-6", but the file is called ${file}; they must be the same`;
  t.deepEqual(await findAfter(t, oneProductASku, edit), [{ file, path: 'sku', message }]);
});

test('a second file of the same SKU is found', async (t) => {
  const edit = replacing('products/BAG-5.json', '"sku": "BAG-5"', '"sku": "TEE-1"');
  const files = (await findAfter(t, oneProductASku, edit)).map(({ file }) => file);
  t.deepEqual(files, ['products/BAG-5.json']);
});
