import { sameSku } from '../../../../build/rules/product/same-sku.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('SKUs that differ are fine', async (t) => {
  t.deepEqual(await findInFixture(sameSku), []);
});

test('a copied file that kept the SKU is found, whichever of the two is read first', async (t) => {
  for (const copy of ['BAG-5', 'USA-4']) {
    const edit = replacing(`products/${copy}.json`, `"sku": "${copy}"`, '"sku": "TEE-1"');
    t.deepEqual((await findAfter(t, sameSku, edit)).map(inShort), [
      `products/${copy}.json:2:10 "TEE-1" is the SKU of products/TEE-1.json already`,
    ]);
  }
});

test('of two files that are both called otherwise the second is found', async (t) => {
  const edits = ['BAG-5', 'USA-4'].map((sku) =>
    replacing(`products/${sku}.json`, `"sku": "${sku}"`, '"sku": "NEW-1"'),
  );
  t.deepEqual((await findAfter(t, sameSku, ...edits)).map(inShort), [
    'products/USA-4.json:2:10 "NEW-1" is the SKU of products/BAG-5.json already',
  ]);
});
