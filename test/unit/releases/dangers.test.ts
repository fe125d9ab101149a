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

const first = (count: number) => Array.from({ length: count }, (_, at) => `P-${at}`);
const none = everywhere(0, 0);

test('five percent of the products of the catalogue or a locale may be removed, and none of a locale only if it had none', (t) => {
  const lost = (count: number, of: number, share: string, place: string) =>
    `${count} of ${of} SKUs (${share} %, more than 5 %) were removed from ${place}: `;
  const starts = (before: Counts, after: Counts, expected?: readonly string[]) =>
    find(before, after, new Set(expected)).map(({ message }) => message.replace(/: P-.+$/, ': '));
  const inAll = ['the catalogue', ...locales];
  t.deepEqual(starts(hundred, everywhere(5, 100)), []);
  t.deepEqual(
    starts(hundred, everywhere(6, 300)),
    inAll.map((place) => lost(6, 100, '6.0', place)),
  );
  const [danger] = find(hundred, everywhere(6, 300));
  t.regex(danger?.message ?? '', /: P-0, P-1, P-2, P-3, P-4 and 1 more$/);
  t.deepEqual(starts(none, everywhere(0, 1)), []);
  t.deepEqual(starts(hundred, { ...hundred, 'en-US': [10, 100] }), [
    lost(10, 100, '10.0', 'en-US'),
  ]);
  const before: Counts = { ...hundred, 'fr-CA': [0, 0] };
  const emptied = 'en-US has no products any more; it had 100';
  t.deepEqual(starts(before, { ...before, 'en-US': [0, 0] }), [emptied]);
  // The content explains the absence of these.
  t.deepEqual(starts(hundred, everywhere(10, 100), first(5)), []);
  t.is(starts(hundred, everywhere(10, 100), first(4)).length, 4);
  t.deepEqual(
    new Set(find(hundred, none, new Set(first(100))).map(({ kind }) => kind)),
    new Set(['emptied-locale']),
  );
});

test('a fifth of the products in stock, or four products in a catalogue of any size, may sell out without a danger', (t) => {
  for (const [emptied, stocked, dangers] of [
    [20, 100, 0],
    [21, 100, 1],
    [4, 4, 0],
    [5, 5, 1],
  ] as const) {
    t.is(lostStockDanger(first(emptied), stocked).length, dangers, `${emptied} of ${stocked}`);
  }
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
  for (const [from = 0, to = 0] of [
    [10, 30],
    [0.1, 0.3],
    [0.7, 2.1],
    [0, 0],
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
