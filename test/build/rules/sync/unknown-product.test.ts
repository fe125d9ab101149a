import { syncUnknownProduct } from '../../../../build/rules/sync/unknown-product.ts';
import { appending, findAfter, findInFixture, inShort, removing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('active products that there are pass', async (t) => {
  t.deepEqual(await findInFixture(syncUnknownProduct), []);
});

test('a SKU of no product is told', async (t) => {
  const edit = appending('active-products.csv', 'GONE-1,north-shop\n');
  t.deepEqual((await findAfter(t, syncUnknownProduct, edit)).map(inShort), [
    'active-products.csv:7:1 no product has the SKU "GONE-1"; correct it or remove the row',
  ]);
});

test('a product whose file is removed is told where companies sell it', async (t) => {
  const findings = await findAfter(t, syncUnknownProduct, removing('products/TEE-1.json'));
  t.deepEqual(
    findings.map(({ line, message }) => [line, message]),
    [[2, 'no product has the SKU "TEE-1"; correct it or remove the 2 rows']],
  );
});
