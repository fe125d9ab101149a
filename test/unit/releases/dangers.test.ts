/** The limits from which a difference between two releases is a danger. */
import test from 'ava';
import { type Locale, locales } from '../../../contract/locales.ts';
import type { PriceList } from '../../../releases/diff/compare-prices.ts';
import {
  findPriceJumps,
  findRemovedProducts,
  formatPriceJump,
  lostStockDanger,
} from '../../../releases/guard/dangers.ts';

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

const find = (before: Counts, after: Counts, expected?: ReadonlySet<string>) =>
  findRemovedProducts(skusOf(before), skusOf(after), expected);
const hundred = everywhere(0, 100);

test('five percent of the products may be removed without a danger, and six may not, even if others are new', (t) => {
  t.deepEqual(find(hundred, everywhere(5, 100)), []);
  const [danger, ...perLocale] = find(hundred, everywhere(6, 300));
  t.is(perLocale.length, 3);
  t.like(danger, { kind: 'removed-products', skus: [0, 1, 2, 3, 4, 5].map((at) => `P-${at}`) });
  t.regex(
    danger?.message ?? '',
    /^6 of 100 SKUs \(6\.0 %, .+: P-0, P-1, P-2, P-3, P-4 and 1 more$/,
  );
  t.deepEqual(find(everywhere(0, 0), everywhere(0, 1)), []);
});

test('products removed from one locale are counted for that locale, and a locale that becomes empty is a danger', (t) => {
  const [danger, ...others] = find(hundred, { ...hundred, 'en-US': [10, 100] });
  t.deepEqual(others, []);
  t.like(danger, { kind: 'removed-products', locale: 'en-US' });
  t.regex(danger?.message ?? '', /^10 of 100 SKUs .* were removed from en-US: /);
  const before: Counts = { ...hundred, 'fr-CA': [0, 0] };
  const message = 'en-US has no products any more; it had 100';
  t.deepEqual(find(before, { ...before, 'en-US': [0, 0] }), [
    { kind: 'emptied-locale', locale: 'en-US', message },
  ]);
});

test('products whose absence the content explains are not counted, and cannot empty a locale', (t) => {
  const first = (count: number) => new Set(Array.from({ length: count }, (_, at) => `P-${at}`));
  t.deepEqual(find(hundred, everywhere(10, 100), first(5)), []);
  t.is(find(hundred, everywhere(10, 100), first(4)).length, 4);
  const kinds = find(hundred, everywhere(0, 0), first(100)).map(({ kind }) => kind);
  t.deepEqual(new Set(kinds), new Set(['emptied-locale']));
});

test('a fifth of the products in stock, or four products in a catalogue of any size, may sell out without a danger', (t) => {
  const skus = Array.from({ length: 21 }, (_, at) => `P-${at}`);
  t.deepEqual(lostStockDanger(skus.slice(0, 20), 100), []);
  t.like(lostStockDanger(skus, 100), [{ kind: 'lost-stock', skus }]);
  t.deepEqual(lostStockDanger(skus.slice(0, 4), 4), []);
  t.is(lostStockDanger(skus.slice(0, 5), 5).length, 1);
});

const jumps = (before: Partial<PriceList>, after: Partial<PriceList>) => {
  const empty = { brackets: [], surcharges: {} };
  const pair = { before: { ...empty, ...before }, after: { ...empty, ...after } };
  return findPriceJumps({ sku: 'TEE-1', currency: 'CAD', list: 'A3', ...pair }).map(
    formatPriceJump,
  );
};

const bracket = (minQuantity: number, maxQuantity: number | null, price: number) => ({
  ...{ minQuantity, maxQuantity, price },
});
const one = (price: number, regularPrice?: number) => ({
  brackets: [{ ...bracket(12, null, price), ...(regularPrice && { regularPrice }) }],
});

test('a price may rise or fall by a factor of three, and by no cent more; a change to or from zero is a jump', (t) => {
  // In floats, three times 0.7 is less than 2.1.
  for (const [from, to] of [
    ...([
      [10, 30],
      [0.1, 0.3],
      [0.7, 2.1],
      [0, 0],
    ] as const),
  ]) {
    t.deepEqual([jumps(one(from), one(to)), jumps(one(to), one(from))], [[], []]);
  }
  t.deepEqual(jumps(one(10), one(30.01)), ['TEE-1 CAD A3 for 12: 10.00 → 30.01']);
  t.deepEqual(jumps(one(30.01), one(10)), ['TEE-1 CAD A3 for 12: 30.01 → 10.00']);
  t.deepEqual([jumps(one(10), one(0)).length, jumps(one(0), one(10)).length], [1, 1]);
});

test('regular prices and surcharges are checked, and changed brackets are compared at the same quantities', (t) => {
  t.deepEqual(jumps(one(10, 12), one(10, 120)), ['TEE-1 CAD A3 for 12, regular: 12.00 → 120.00']);
  t.deepEqual(jumps({ surcharges: { '2XL': 2 } }, { surcharges: { '2XL': 200, '3XL': 200 } }), [
    'TEE-1 CAD A3 surcharge 2XL: 2.00 → 200.00',
  ]);
  const before = { brackets: [bracket(12, 47, 10), bracket(48, null, 8)] };
  t.deepEqual(jumps(before, { brackets: [bracket(6, 23, 10), bracket(24, null, 40)] }), [
    'TEE-1 CAD A3 for 24: 10.00 → 40.00',
    'TEE-1 CAD A3 for 48: 8.00 → 40.00',
  ]);
  // The last quantity of a bracket has its price.
  t.deepEqual(jumps(before, { brackets: [bracket(47, null, 31)] }), [
    'TEE-1 CAD A3 for 47: 10.00 → 31.00',
    'TEE-1 CAD A3 for 48: 8.00 → 31.00',
  ]);
});
