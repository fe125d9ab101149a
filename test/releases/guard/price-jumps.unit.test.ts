import test from 'ava';
import type { PriceList } from '../../../releases/diff/price-pairs.ts';
import { findPriceJumps } from '../../../releases/guard/price-jumps.ts';

const jumps = (before: Partial<PriceList>, after: Partial<PriceList>) => {
  const empty = { brackets: [], surcharges: {} };
  const pair = { before: { ...empty, ...before }, after: { ...empty, ...after } };
  return findPriceJumps({ sku: 'TEE-1', currency: 'CAD', list: 'A3', ...pair });
};

const one = (price: number, regularPrice?: number) => ({
  brackets: [{ minQuantity: 12, maxQuantity: null, price, ...(regularPrice && { regularPrice }) }],
});

test('a factor of three up or down is allowed, a cent more is not', (t) => {
  t.deepEqual(jumps(one(10), one(30)), []);
  t.deepEqual(jumps(one(30), one(10)), []);
  t.deepEqual(jumps(one(10), one(30.01)), ['TEE-1 CAD A3 for 12: 10.00 → 30.01']);
  t.deepEqual(jumps(one(30.01), one(10)), ['TEE-1 CAD A3 for 12: 30.01 → 10.00']);
  t.deepEqual(jumps(one(0.1), one(0.3)), []);
});

test('a change to or from zero is a jump, zero to zero is not', (t) => {
  t.is(jumps(one(10), one(0)).length, 1);
  t.is(jumps(one(0), one(10)).length, 1);
  t.is(jumps(one(0), one(0)).length, 0);
});

test('regular prices and surcharges are checked', (t) => {
  t.deepEqual(jumps(one(10, 12), one(10, 120)), ['TEE-1 CAD A3 for 12, regular: 12.00 → 120.00']);
  t.deepEqual(jumps({ surcharges: { '2XL': 2 } }, { surcharges: { '2XL': 200 } }), [
    'TEE-1 CAD A3 surcharge 2XL: 2.00 → 200.00',
  ]);
  t.deepEqual(jumps({ surcharges: {} }, { surcharges: { '2XL': 200 } }), []);
});

test('changed brackets are compared at the same quantities', (t) => {
  const before = {
    brackets: [
      { minQuantity: 12, maxQuantity: 47, price: 10 },
      { minQuantity: 48, maxQuantity: null, price: 8 },
    ],
  };
  const after = {
    brackets: [
      { minQuantity: 6, maxQuantity: 23, price: 10 },
      { minQuantity: 24, maxQuantity: null, price: 40 },
    ],
  };
  t.deepEqual(jumps(before, after), [
    'TEE-1 CAD A3 for 24: 10.00 → 40.00',
    'TEE-1 CAD A3 for 48: 8.00 → 40.00',
  ]);
});
