/** One pricing service for all tests that leave its Redis, its release and its connection as they are. */
import test from 'ava';
import {
  type AccountFacts,
  addKey,
  type PricingApp,
  startPricingApp,
} from '../../helpers/pricing-app.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';

const teardowns = collectTeardowns();
let accounts = 0;
let started: Promise<PricingApp> | undefined;

test.after.always('the shared pricing service stops', teardowns.run);

/** Returns the pricing service that the tests of this process share; starts it at the first call. */
export function sharedApp(): Promise<PricingApp> {
  started ??= startPricingApp(teardowns);
  return started;
}

/** Adds an account, by default with a new id, because an account has at most ten keys; returns a key of it. */
export async function newKey({ redis }: PricingApp, facts: AccountFacts = {}): Promise<string> {
  accounts += 1;
  return addKey(redis, { id: `shared-${accounts}`, ...facts });
}
