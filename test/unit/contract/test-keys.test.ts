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

test('there is one test key for each outcome, never taken for that of an account', (t) => {
  for (const { key, ...outcome } of testKeys) {
    t.true(isWellFormedApiKey(key));
    t.regex(key, ofTests);
    t.notRegex(key, real);
    t.deepEqual(findTestOutcome(key), outcome);
  }
  const outcomes = testKeys.map((each) => ('tier' in each ? each.tier : each.problem));
  t.deepEqual(outcomes, [
    ...['A3', 'A5', 'key_revoked', 'invalid_key'],
    ...['rate_limited', 'upstream_unavailable'],
  ]);
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
});
