import { sizeChartRow } from '../../../../build/rules/shared/size-chart-row.ts';
import { findAfter, findInFixture, inShort, removing, replacing } from '../find-after.ts';
import { testsOf } from '../rule-test.ts';

const test = testsOf(import.meta.url);

const file = 'size-charts.json';

test('rows of known sizes with a value for each measure are fine', async (t) => {
  t.deepEqual(await findInFixture(sizeChartRow), []);
});

test('a row with a value too few is found', async (t) => {
  const edit = replacing(file, '127,', '');
  t.deepEqual((await findAfter(t, sizeChartRow, edit)).map(inShort), [
    'size-charts.json:28:16 the row "2XL" has 1 value for 2 measures',
  ]);
});

const otherSize = replacing(file, '"2XL"', '"XXL"');

test('a row of a size that sizes.json lacks is found at its name, with the one that was meant', async (t) => {
  t.deepEqual((await findAfter(t, sizeChartRow, otherSize)).map(inShort), [
    'size-charts.json:28:9 "XXL" is not among the sizes of sizes.json [2XL]',
  ]);
});

test('nothing is said of sizes where sizes.json is missing', async (t) => {
  t.deepEqual(await findAfter(t, sizeChartRow, otherSize, removing('sizes.json')), []);
});
