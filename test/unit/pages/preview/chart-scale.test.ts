import test from 'ava';
import {
  createAxisPrices,
  createLinearScale,
  spreadLabels,
} from '../../../../pages/preview/client/chart-scale.ts';

test('the axis of the price chart has three to six round prices that enclose all prices', (t) => {
  t.deepEqual(createAxisPrices([6.24, 14.5]), [5, 10, 15]);
  t.deepEqual(createAxisPrices([36.19, 86]), [20, 40, 60, 80, 100]);
  t.deepEqual(createAxisPrices([0.12, 0.31]), [0.1, 0.15, 0.2, 0.25, 0.3, 0.35]);
  t.deepEqual(createAxisPrices([8020, 8021]), [8020, 8020.5, 8021]);
  for (const prices of [[12], [0.01], [9.99, 10.01], [1, 99_999]]) {
    const grid = createAxisPrices(prices);
    t.true(grid.length >= 3 && grid.length <= 6, grid.join());
    t.true(Number(grid[0]) <= Math.min(...prices) && Number(grid.at(-1)) >= Math.max(...prices));
  }
});

test('overlapping labels move apart, and none moves below the bottom', (t) => {
  t.deepEqual(spreadLabels([10, 100, 12], { distance: 16, bottom: 200 }), [10, 100, 26]);
  t.deepEqual(spreadLabels([190, 195, 198], { distance: 16, bottom: 200 }), [168, 184, 200]);
  t.deepEqual(spreadLabels([], { distance: 16, bottom: 200 }), []);
});

test('a scale maps the ends of an interval, and an interval of one value to its start', (t) => {
  const toPixels = createLinearScale([5, 15], [290, 14]);
  t.deepEqual([toPixels(5), toPixels(10), toPixels(15)], [290, 152, 14]);
  t.is(createLinearScale([5, 5], [290, 14])(5), 290);
});
