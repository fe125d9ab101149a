import { fileName } from '../../../../build/rules/product/file-name.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const file = 'products/BAG-5.json';

test('files that are called after their SKU are fine', async (t) => {
  t.deepEqual(await findInFixture(fileName), []);
});

test('a file that is called otherwise is found', async (t) => {
  const edit = replacing(file, '"sku": "BAG-5"', '"sku": "BAG-6"');
  t.deepEqual((await findAfter(t, fileName, edit)).map(inShort), [
    'products/BAG-5.json:2:10 the SKU is "BAG-6", so the file has to be called BAG-6.json',
  ]);
});

test('a SKU that could not be read says nothing of the name', async (t) => {
  const edit = replacing(file, '"sku": "BAG-5"', '"sku": "bag-6"');
  t.deepEqual(await findAfter(t, fileName, edit), []);
});

test('a SKU that is another file’s is not told twice', async (t) => {
  const edit = replacing(file, '"sku": "BAG-5"', '"sku": "TEE-1"');
  t.deepEqual(await findAfter(t, fileName, edit), []);
});
