import test from 'ava';
import {
  apiKeyPattern,
  createApiKey,
  isWellFormedApiKey,
  testKeyPattern,
  testKeyPrefix,
} from '../../../contract/api-key.ts';
import { findTestOutcome, testKeys, toTestPrices } from '../../../contract/test-keys.ts';

const [real, ofTests] = [new RegExp(apiKeyPattern), new RegExp(testKeyPattern)];

for (const { key, ...outcome } of testKeys) {
  test(`the test key ${key} is well formed and is never taken for an account's`, (t) => {
    t.true(isWellFormedApiKey(key));
    t.regex(key, ofTests);
    t.notRegex(key, real);
    t.deepEqual(findTestOutcome(key), outcome);
  });
}

test('there is one test key for each outcome', (t) => {
  const outcomes = testKeys.map((each) => ('tier' in each ? each.tier : each.problem));
  t.deepEqual(outcomes, [
    ...['A3', 'A5', 'key_revoked', 'invalid_key'],
    ...['rate_limited', 'upstream_unavailable'],
  ]);
  t.is(new Set(testKeys.map(({ key }) => key)).size, testKeys.length);
});

test('the pattern of account keys matches every key without the mark TEST', (t) => {
  const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  for (let at = 0; at < 4; at += 1) {
    for (const letter of base62) {
      const mark = `${'TEST'.slice(0, at)}${letter}${'TEST'.slice(at + 1)}`;
      const key = `ppc_${mark}${'0'.repeat(34)}`;
      t.is(real.test(key), mark !== 'TEST', key);
      t.is(ofTests.test(key), mark === 'TEST', key);
    }
  }
});

test('random bytes that would create the prefix of a test key are not used', (t) => {
  // T, E, S, T are the 30th, 15th, 29th and 30th letters.
  const batches = [[29, 14, 28, 29], [1]];
  const key = createApiKey((count) => {
    const batch = batches.shift() ?? [];
    return Uint8Array.from({ length: count }, (_, at) => batch[at] ?? 0);
  });
  t.is(key.slice(0, 8), 'ppc_1000');
  t.false(key.startsWith(testKeyPrefix));
});

const product = {
  sku: 'TEE-1',
  pricing: {
    currency: 'CAD' as const,
    msrp: [
      { minQuantity: 1, maxQuantity: 11, price: 0.1, regularPrice: 1.13 },
      { minQuantity: 12, maxQuantity: null, price: 10.1 },
    ],
    sizes: [{ name: 'S' }, { name: '2XL', surcharge: { msrp: 2.5 } }],
  },
};

test('a test price is the percentage of MSRP, rounded to the cent, half a cent up', (t) => {
  t.deepEqual(toTestPrices(product, 'A3'), {
    net: [
      { minQuantity: 1, maxQuantity: 11, price: 0.07, regularPrice: 0.73 },
      { minQuantity: 12, maxQuantity: null, price: 6.57 },
    ],
    surcharges: { '2XL': 1.63 },
  });
  t.deepEqual(toTestPrices(product, 'A5'), {
    net: [
      { minQuantity: 1, maxQuantity: 11, price: 0.06, regularPrice: 0.62 },
      { minQuantity: 12, maxQuantity: null, price: 5.56 },
    ],
    surcharges: { '2XL': 1.38 },
  });
});
