import { noProduct } from '../../../../build/rules/catalogue/no-product.ts';
import { findAfter, findInFixture, inShort, removing, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const files = ['BAG-5', 'HOOD-2', 'JER-3', 'TEE-1', 'USA-4'].map((sku) => `products/${sku}.json`);

test('content with products is fine', async (t) => {
  t.deepEqual(await findInFixture(noProduct), []);
});

test('content without a product is asked whether it is the right folder', async (t) => {
  const findings = await findAfter(t, noProduct, ...files.map(removing));
  t.deepEqual(findings.map(inShort), ['products/ holds no product; is this the content folder?']);
});

test('a product that could not be read is one all the same', async (t) => {
  const [last, ...others] = files as [string, ...string[]];
  const spoiling = replacing(last, '{', '');
  t.deepEqual(await findAfter(t, noProduct, spoiling, ...others.map(removing)), []);
});
