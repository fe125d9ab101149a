import test from 'ava';
import {
  comparePrices,
  type PriceList,
  percentOf,
} from '../../../../releases/diff/compare-prices.ts';

const compare = (before: PriceList, after: PriceList) =>
  comparePrices({ sku: 'TEE-1', currency: 'CAD', list: 'A3', before, after });

const bracket = (minQuantity: number, price: number, regularPrice?: number) => ({
  minQuantity,
  maxQuantity: null,
  price,
  ...(regularPrice !== undefined && { regularPrice }),
});

const place = { sku: 'TEE-1', currency: 'CAD', list: 'A3' } as const;

test('equal price lists have no change', (t) => {
  const list = { brackets: [bracket(12, 20, 25)], surcharges: { '2XL': 2 } };
  t.deepEqual(compare(list, structuredClone(list)), []);
});

test('a changed price, regular price or surcharge has its old value, new value and percentage', (t) => {
  const changes = compare(
    { brackets: [bracket(12, 20, 25)], surcharges: { '2XL': 2 } },
    { brackets: [bracket(12, 21, 24)], surcharges: { '2XL': 3 } },
  );
  t.deepEqual(changes, [
    { ...place, kind: 'price', minQuantity: 12, before: 20, after: 21, percent: 5 },
    { ...place, kind: 'regularPrice', minQuantity: 12, before: 25, after: 24, percent: -4 },
    { ...place, kind: 'surcharge', size: '2XL', before: 2, after: 3, percent: 50 },
  ]);
});

test('a changed, new or removed last day of a price has its old and new value, and no percentage', (t) => {
  const until = (day?: string) => ({ ...bracket(12, 20, 25), ...(day && { until: day }) });
  const change = { ...place, kind: 'until', minQuantity: 12, percent: null } as const;
  const days = (before?: string, after?: string) =>
    compare(
      { brackets: [until(before)], surcharges: {} },
      { brackets: [until(after)], surcharges: {} },
    );
  const [first, second] = ['2026-12-01', '2026-12-31'];
  t.deepEqual(days(first, second), [{ ...change, before: first, after: second }]);
  t.deepEqual(days(undefined, second), [{ ...change, before: null, after: second }]);
  t.deepEqual(days(first), [{ ...change, before: first, after: null }]);
});

test('added and removed brackets, markdowns and surcharges have one value each', (t) => {
  const changes = compare(
    { brackets: [bracket(12, 20), bracket(48, 18)], surcharges: { '2XL': 2 } },
    { brackets: [bracket(12, 20, 25), bracket(24, 19)], surcharges: { '3XL': 2 } },
  );
  t.deepEqual(
    changes.map(({ kind, minQuantity, size, before, after, percent }) => [
      kind,
      minQuantity ?? size,
      before,
      after,
      percent,
    ]),
    [
      ['regularPrice', 12, null, 25, null],
      ['price', 24, null, 19, null],
      ['price', 48, 18, null, null],
      ['surcharge', '2XL', 2, null, null],
      ['surcharge', '3XL', null, 2, null],
    ],
  );
});

test('percentages are relative to the old value, to a hundredth, and absent for an old value of zero', (t) => {
  t.is(percentOf(3, 4), 33.33);
  t.is(percentOf(8, 2), -75);
  t.is(percentOf(5, 0), -100);
  t.is(percentOf(0, 5), null);
});
