import test from 'ava';
import { type Locale, locales } from '../../../contract/locales.ts';
import { findGoneProducts } from '../../../releases/guard/gone-products.ts';

type Counts = Readonly<Record<Locale, readonly [from: number, to: number]>>;

/** The SKUs of each locale: those with numbers from `from` up to `to`. */
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
  findGoneProducts(skusOf(before), skusOf(after)).map(({ kind }) => kind);

test('five percent of the products may be removed, six may not', (t) => {
  t.deepEqual(kindsAfter(everywhere(0, 100), everywhere(5, 100)), []);
  const dangers = findGoneProducts(skusOf(everywhere(0, 100)), skusOf(everywhere(6, 100)));
  t.is(dangers.length, 4);
  t.deepEqual(dangers[0], {
    kind: 'removed-products',
    message:
      '6 of 100 SKUs (6.0 %, more than 5 %) are gone from the catalogue: ' +
      'P-0, P-1, P-2, P-3, P-4 and 1 more',
  });
});

test('new products do not compensate for removed ones', (t) => {
  t.true(kindsAfter(everywhere(0, 100), everywhere(50, 300)).includes('removed-products'));
  t.deepEqual(kindsAfter(everywhere(0, 100), everywhere(0, 300)), []);
});

test('products removed from one locale count for that locale', (t) => {
  const after: Counts = { ...everywhere(0, 100), 'en-US': [10, 100] };
  const dangers = findGoneProducts(skusOf(everywhere(0, 100)), skusOf(after));
  t.is(dangers.length, 1);
  t.regex(dangers[0]?.message ?? '', /^10 of 100 SKUs .* are gone from en-US: /);
});

test('an emptied locale is its own danger, and one that was empty is not', (t) => {
  const before: Counts = { ...everywhere(0, 100), 'fr-CA': [0, 0] };
  const after: Counts = { ...before, 'en-US': [0, 0] };
  const message = 'en-US is left without any product; it had 100';
  t.deepEqual(findGoneProducts(skusOf(before), skusOf(after)), [
    { kind: 'emptied-locale', message },
  ]);
});

test('a first product in an empty catalogue is no danger', (t) => {
  t.deepEqual(kindsAfter(everywhere(0, 0), everywhere(0, 1)), []);
});
