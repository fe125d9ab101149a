import test from 'ava';
import { type Locale, locales } from '../../../../contract/locales.ts';
import type { PriceList } from '../../../../releases/diff/compare-prices.ts';
import {
  findPriceJumps,
  findRemovedProducts,
  formatPriceJump,
  lostStockDanger,
  priceJumpsDanger,
} from '../../../../releases/guard/dangers.ts';

type Counts = Readonly<Record<Locale, readonly [from: number, to: number]>>;

/** Returns locale → SKUs: `[5, 8]` becomes `P-5`, `P-6` and `P-7`. */
const skusOf = (counts: Counts) =>
  new Map(
    locales.map((locale) => {
      const [from, to] = counts[locale];
      const length = Math.max(0, to - from);
      return [locale, new Set(Array.from({ length }, (_, index) => `P-${from + index}`))];
    }),
  );

const everywhere = (from: number, to: number): Counts => ({
  'en-CA': [from, to],
  'en-US': [from, to],
  'fr-CA': [from, to],
});

const kindsAfter = (before: Counts, after: Counts) =>
  findRemovedProducts(skusOf(before), skusOf(after)).map(({ kind }) => kind);

test('five percent of the products may be removed without a danger, and six may not', (t) => {
  t.deepEqual(kindsAfter(everywhere(0, 100), everywhere(5, 100)), []);
  const dangers = findRemovedProducts(skusOf(everywhere(0, 100)), skusOf(everywhere(6, 100)));
  t.is(dangers.length, 4);
  t.deepEqual(dangers[0], {
    kind: 'removed-products',
    skus: ['P-0', 'P-1', 'P-2', 'P-3', 'P-4', 'P-5'],
    message:
      '6 of 100 SKUs (6.0 %, more than 5 %) were removed from the catalogue: ' +
      'P-0, P-1, P-2, P-3, P-4 and 1 more',
  });
});

test('a fifth of the products in stock, or four products in a catalogue of any size, may sell out without a danger', (t) => {
  const skus = Array.from({ length: 21 }, (_, at) => `P-${at}`);
  t.deepEqual(lostStockDanger(skus.slice(0, 20), 100), []);
  t.like(lostStockDanger(skus, 100), [{ kind: 'lost-stock', skus }]);
  t.deepEqual(lostStockDanger(skus.slice(0, 4), 4), []);
  t.is(lostStockDanger(skus.slice(0, 5), 5).length, 1);
});

test('new products do not compensate for removed products', (t) => {
  t.true(kindsAfter(everywhere(0, 100), everywhere(50, 300)).includes('removed-products'));
  t.deepEqual(kindsAfter(everywhere(0, 100), everywhere(0, 300)), []);
});

test('products removed from one locale are counted for that locale', (t) => {
  const after: Counts = { ...everywhere(0, 100), 'en-US': [10, 100] };
  const dangers = findRemovedProducts(skusOf(everywhere(0, 100)), skusOf(after));
  t.is(dangers.length, 1);
  t.like(dangers[0], { kind: 'removed-products', locale: 'en-US' });
  t.regex(dangers[0]?.message ?? '', /^10 of 100 SKUs .* were removed from en-US: /);
});

test('products whose absence the content explains are not counted, and cannot empty a locale', (t) => {
  const [before, after] = [skusOf(everywhere(0, 100)), skusOf(everywhere(10, 100))];
  const first = (count: number) => new Set(Array.from({ length: count }, (_, at) => `P-${at}`));
  t.deepEqual(findRemovedProducts(before, after, first(5)), []);
  t.is(findRemovedProducts(before, after, first(4)).length, 4);
  const kinds = findRemovedProducts(before, skusOf(everywhere(0, 0)), first(100));
  t.deepEqual(new Set(kinds.map(({ kind }) => kind)), new Set(['emptied-locale']));
});

test('a locale that becomes empty is a separate danger, and a locale that was empty before is not a danger', (t) => {
  const before: Counts = { ...everywhere(0, 100), 'fr-CA': [0, 0] };
  const after: Counts = { ...before, 'en-US': [0, 0] };
  const message = 'en-US has no products any more; it had 100';
  t.deepEqual(findRemovedProducts(skusOf(before), skusOf(after)), [
    { kind: 'emptied-locale', locale: 'en-US', message },
  ]);
});

test('the first product in an empty catalogue is not a danger', (t) => {
  t.deepEqual(kindsAfter(everywhere(0, 0), everywhere(0, 1)), []);
});

const jumps = (before: Partial<PriceList>, after: Partial<PriceList>) => {
  const empty = { brackets: [], surcharges: {} };
  const pair = { before: { ...empty, ...before }, after: { ...empty, ...after } };
  return findPriceJumps({ sku: 'TEE-1', currency: 'CAD', list: 'A3', ...pair }).map(
    formatPriceJump,
  );
};

const one = (price: number, regularPrice?: number) => ({
  brackets: [{ minQuantity: 12, maxQuantity: null, price, ...(regularPrice && { regularPrice }) }],
});

test('a price may rise or fall by a factor of three, and by no cent more', (t) => {
  t.deepEqual(jumps(one(10), one(30)), []);
  t.deepEqual(jumps(one(30), one(10)), []);
  t.deepEqual(jumps(one(10), one(30.01)), ['TEE-1 CAD A3 for 12: 10.00 → 30.01']);
  t.deepEqual(jumps(one(30.01), one(10)), ['TEE-1 CAD A3 for 12: 30.01 → 10.00']);
  // In floats, three times 0.7 is less than 2.1.
  for (const [from, to] of [
    [0.1, 0.3],
    [0.7, 2.1],
  ] as const) {
    t.deepEqual(jumps(one(from), one(to)), []);
  }
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

test('the last quantity of a bracket has the price of this bracket', (t) => {
  const bracket = (minQuantity: number, maxQuantity: number | null, price: number) => ({
    ...{ minQuantity, maxQuantity, price },
  });
  const before = { brackets: [bracket(12, 47, 10), bracket(48, null, 40)] };
  const after = { brackets: [bracket(47, null, 40)] };
  t.deepEqual(jumps(before, after), ['TEE-1 CAD A3 for 47: 10.00 → 40.00']);
});

test('a jump has the product, list, line and both amounts; the danger has all jumps and five examples', (t) => {
  const pair = {
    before: { ...one(10), surcharges: { '2XL': 2 } },
    after: { ...one(40), surcharges: { '2XL': 200 } },
  };
  const product = { sku: 'TEE-1', currency: 'CAD', list: 'A3' } as const;
  const found = findPriceJumps({ ...product, ...pair });
  t.deepEqual(found, [
    { ...product, kind: 'price', minQuantity: 12, before: 10, after: 40 },
    { ...product, kind: 'surcharge', size: '2XL', before: 2, after: 200 },
  ]);
  const many = [...found, ...found, ...found, ...found];
  const [danger] = priceJumpsDanger(many);
  t.like(danger, { kind: 'price-jumps', jumps: many });
  t.regex(danger?.message ?? '', /^8 prices .+ by more than a factor of 3: .+ and 3 more$/);
  t.deepEqual(priceJumpsDanger([]), []);
});
