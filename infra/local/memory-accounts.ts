/** The embedded server's account store: the demo accounts, in memory. */
import type { AccountStore } from '../../pricing-service/accounts/account-store.ts';
import type { DemoAccount } from './demo-accounts.ts';

/**
 * Creates an account store that finds keys in a list of demo accounts. It reads the list at each call, so that accounts
 * may be added later.
 */
export function createMemoryAccountStore(accounts: readonly DemoAccount[]): AccountStore {
  return {
    findKey: async (wanted) => ({
      record: accounts.find(({ keyHash }) => keyHash === wanted)?.record,
    }),
  };
}
