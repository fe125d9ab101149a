/** How the diff compares fields and prices. */
import test from 'ava';
import { compareFields } from '../../../releases/diff/compare-fields.ts';
import { comparePrices, type PriceList, percentOf } from '../../../releases/diff/compare-prices.ts';

test('fields are compared at every depth and named by their path, without members that other code compares', (t) => {
  const before = {
    name: 'Tee',
    minimumOrder: { quantity: 12 },
    tag: 'New',
    price: { a: [1], b: 1 },
  };
  const after = { name: 'Tee', minimumOrder: { quantity: 24 }, note: 'S', price: { a: [2], b: 2 } };
  t.deepEqual(compareFields(before, after, ['price.a']), [
    { path: 'minimumOrder.quantity', before: 12, after: 24 },
    { path: 'note', before: null, after: 'S' },
    { path: 'price.b', before: 1, after: 2 },
    { path: 'tag', before: 'New', after: null },
  ]);
});

test('entries of a list are named by id, or by index if ids repeat, and their order is compared as a field', (t) => {
  const [navy, red] = [
    { id: 'navy', name: 'Navy' },
    { id: 'red', name: 'Red' },
  ];
  const before = { colors: [navy, red], parts: [navy, navy], images: [{ alt: 'Front' }] };
  const marine = { id: 'navy', name: 'Marine' };
  const after = { colors: [red, marine], parts: [navy, marine], images: [{ alt: 'Back' }] };
  t.deepEqual(compareFields(before, after, []), [
    { path: 'colors', before: 'navy, red', after: 'red, navy' },
    { path: 'colors.navy.name', before: 'Navy', after: 'Marine' },
    { path: 'images.0.alt', before: 'Front', after: 'Back' },
    { path: 'parts.1.name', before: 'Navy', after: 'Marine' },
  ]);
});

const compare = (before: PriceList, after: PriceList) =>
  comparePrices({ sku: 'TEE-1', currency: 'CAD', list: 'A3', before, after });
const place = { sku: 'TEE-1', currency: 'CAD', list: 'A3' } as const;
const bracket = (minQuantity: number, price: number, more: object = {}) => ({
  ...{ minQuantity, maxQuantity: null, price, ...more },
});

test('a changed price, regular price, last day or surcharge has its old and new value, and a percentage of amounts', (t) => {
  const list = (price: number, regularPrice: number, until: string, surcharge: number) => ({
    brackets: [bracket(12, price, { regularPrice, until })],
    surcharges: { '2XL': surcharge },
  });
  const [before, after] = [list(20, 25, '2026-12-01', 2), list(21, 24, '2026-12-31', 3)];
  t.deepEqual(compare(before, after), [
    { ...place, kind: 'price', minQuantity: 12, before: 20, after: 21, percent: 5 },
    { ...place, kind: 'regularPrice', minQuantity: 12, before: 25, after: 24, percent: -4 },
    {
      ...{ ...place, kind: 'until', minQuantity: 12, percent: null },
      ...{ before: '2026-12-01', after: '2026-12-31' },
    },
    { ...place, kind: 'surcharge', size: '2XL', before: 2, after: 3, percent: 50 },
  ]);
  t.deepEqual(compare(before, structuredClone(before)), []);
});

test('added and removed brackets, markdowns and surcharges have one value each', (t) => {
  const changes = compare(
    { brackets: [bracket(12, 20), bracket(48, 18)], surcharges: { '2XL': 2 } },
    {
      brackets: [bracket(12, 20, { regularPrice: 25 }), bracket(24, 19)],
      surcharges: { '3XL': 2 },
    },
  );
  t.deepEqual(
    changes.map(({ kind, minQuantity, size, before, after }) => [
      ...[kind, minQuantity ?? size, before, after],
    ]),
    [
      ['regularPrice', 12, null, 25],
      ['price', 24, null, 19],
      ['price', 48, 18, null],
      ['surcharge', '2XL', 2, null],
      ['surcharge', '3XL', null, 2],
    ],
  );
  t.true(changes.every(({ percent }) => percent === null));
  t.deepEqual([percentOf(3, 4), percentOf(5, 0), percentOf(0, 5)], [33.33, -100, null]);
});
