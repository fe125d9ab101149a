/**
 * Test keys: fixed public API keys, one for each outcome of a request with a key, to test clients without an
 * account (decisions.md, "Test keys are answered from public documents"). The pricing service
 * recognizes them without Redis.
 */

import type { PricedProduct } from './net-pricing.ts';
import type { ProblemCode } from './problems.ts';
import type { NetPrice } from './release.ts';
import type { PriceTier } from './schemas/pricing.ts';

/**
 * The response header of the pricing service's answers to a test key, including errors. Absent if test keys are
 * disabled, or if the route ignores keys.
 */
export const testKeyHeader = { 'X-Test-Key': '1' } as const;

/** Values of the setting `TEST_KEYS`; `disabled` refuses test keys like unknown keys. */
export const testKeysSettings = ['enabled', 'disabled'] as const;

/**
 * The outcome of a test key, a public API key to test clients: net prices as a percentage of MSRP, or a
 * problem.
 */
export type TestOutcome =
  | { readonly tier: string; readonly percentOfMsrp: number }
  | { readonly problem: ProblemCode };

/** All test keys with their outcomes, in the order in which the documentation shows them. */
export const testKeys = [
  { key: 'ppc_TEST0PRICED0A30000000000000000002ntZhG', tier: 'A3', percentOfMsrp: 65 },
  { key: 'ppc_TEST0PRICED0A500000000000000000005cjXx', tier: 'A5', percentOfMsrp: 55 },
  { key: 'ppc_TEST0REVOKED000000000000000000004ew195', problem: 'key_revoked' },
  { key: 'ppc_TEST0UNKNOWN000000000000000000001rtkFb', problem: 'invalid_key' },
  { key: 'ppc_TEST0LIMITED000000000000000000000jEQwl', problem: 'rate_limited' },
  { key: 'ppc_TEST0UNAVAILABLE00000000000000004gNBKE', problem: 'upstream_unavailable' },
] as const satisfies readonly ({ readonly key: string } & TestOutcome)[];

const outcomes: ReadonlyMap<string, TestOutcome> = new Map(
  testKeys.map(({ key, ...outcome }) => [key, outcome]),
);

/** Returns the outcome of a test key, or undefined if `key` is not a test key. */
export function findTestOutcome(key: string): TestOutcome | undefined {
  return outcomes.get(key);
}

/**
 * Returns the net prices of a product for a test key: each MSRP, regular price and surcharge times the tier's
 * percentage, rounded to the cent with halves up. Throws an error if no test key has the tier.
 */
export function toTestPrices({ pricing }: PricedProduct, tier: string): NetPrice {
  const priced = testKeys.find((each) => 'tier' in each && each.tier === tier);
  if (priced === undefined || !('tier' in priced)) throw new Error(`no test key has tier ${tier}`);
  // Calculates with integers, because binary fractions would round some halves down.
  const toNet = (msrp: number) =>
    Math.round((Math.round(msrp * 100) * priced.percentOfMsrp) / 100) / 100;
  const toBracket = ({ price, regularPrice, ...quantities }: PriceTier): PriceTier => ({
    ...quantities,
    price: toNet(price),
    ...(regularPrice !== undefined && { regularPrice: toNet(regularPrice) }),
  });
  const surcharges = pricing.sizes.flatMap(({ name, surcharge }) =>
    surcharge?.msrp === undefined ? [] : [[name, toNet(surcharge.msrp)] as const],
  );
  const { upcoming } = pricing;
  return {
    ...{ net: pricing.msrp.map(toBracket), surcharges: Object.fromEntries(surcharges) },
    ...(upcoming && { upcoming: { from: upcoming.from, net: upcoming.msrp.map(toBracket) } }),
  };
}
