/** The embedded server's account store: the demo accounts, in memory. */
import type { AccountStore } from '../../pricing-service/accounts/account-store.ts';
import type { DemoAccount } from './demo-accounts.ts';

export function createMemoryAccountStore(accounts: readonly DemoAccount[]): AccountStore {
  const records = new Map(accounts.map(({ keyHash, record }) => [keyHash, record]));
  return { findKey: async (keyHash) => records.get(keyHash) };
}
