import { priceUnknownProduct } from '../../../../build/rules/price/unknown-product.ts';
import { appending, findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('prices of products that there are pass', async (t) => {
  t.deepEqual(await findInFixture(priceUnknownProduct), []);
});

test('a SKU of no product is told once a table, at its first row, with the one that was meant', async (t) => {
  const findings = await findAfter(
    t,
    priceUnknownProduct,
    appending('prices/msrp.csv', 'TEE1,CAD,12,8.00,\nTEE1,CAD,48,7.00,\n'),
    appending('prices/net-A3.csv', 'LAMP-77,CAD,12,5.00,\n'),
  );
  t.deepEqual(findings.map(inShort), [
    'prices/msrp.csv:14:1 no product has the SKU "TEE1"; correct it or remove the 2 rows [TEE-1]',
    'prices/net-A3.csv:14:1 no product has the SKU "LAMP-77"; correct it or remove the row',
  ]);
});

test('a product whose file cannot be read is a product all the same', async (t) => {
  const edit = replacing('products/TEE-1.json', '{', '');
  t.deepEqual(await findAfter(t, priceUnknownProduct, edit), []);
});
