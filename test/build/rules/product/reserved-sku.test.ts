import { reservedSku } from '../../../../build/rules/product/reserved-sku.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('SKUs that are nothing else are fine', async (t) => {
  t.deepEqual(await findInFixture(reservedSku), []);
});

for (const sku of ['PRICING', 'INDEX', 'INDEX.JSON', 'INDEX.FR-CA.JSON', 'INDEX.JSON.BR']) {
  test(`a SKU that the API uses itself is found: ${sku}`, async (t) => {
    const edit = replacing('products/BAG-5.json', '"sku": "BAG-5"', `"sku": "${sku}"`);
    t.deepEqual((await findAfter(t, reservedSku, edit)).map(inShort), [
      `products/BAG-5.json:2:10 "${sku}" is a word that the API uses itself; no product can be called so`,
    ]);
  });
}

test('a SKU that only begins with such a word is fine', async (t) => {
  const edit = replacing('products/BAG-5.json', '"sku": "BAG-5"', '"sku": "INDEX-5"');
  t.deepEqual(await findAfter(t, reservedSku, edit), []);
});
