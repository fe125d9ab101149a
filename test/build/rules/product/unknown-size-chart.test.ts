import { unknownSizeChart } from '../../../../build/rules/product/unknown-size-chart.ts';
import { findAfter, findInFixture, inShort, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

test('size charts of size-charts.json are fine', async (t) => {
  t.deepEqual(await findInFixture(unknownSizeChart), []);
});

test('a size chart that size-charts.json lacks is found, with the one that was meant', async (t) => {
  const edit = replacing('products/TEE-1.json', '"sizeChart": "tops"', '"sizeChart": "top"');
  t.deepEqual((await findAfter(t, unknownSizeChart, edit)).map(inShort), [
    'products/TEE-1.json:108:16 "top" is not among the size charts of size-charts.json [tops]',
  ]);
});
