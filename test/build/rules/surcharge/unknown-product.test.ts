import { surchargeUnknownProduct } from '../../../../build/rules/surcharge/unknown-product.ts';
import { appending, findAfter, findInFixture, inShort } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('surcharges of products that there are pass', async (t) => {
  t.deepEqual(await findInFixture(surchargeUnknownProduct), []);
});

test('a SKU of no product is told, with the one that was meant', async (t) => {
  const edit = appending('prices/surcharges.csv', 'tee-1,CAD,2XL,msrp,1\n');
  t.deepEqual((await findAfter(t, surchargeUnknownProduct, edit)).map(inShort), [
    'prices/surcharges.csv:8:1 no product has the SKU "tee-1"; correct it or remove the row [TEE-1]',
  ]);
});
