/** Creates the demo accounts of the local runners, with which keyed routes can be tried at once. */
import { randomBytes } from 'node:crypto';
import { createApiKey, hashApiKey } from '../../contract/api-key.ts';
import type { Manifest } from '../../contract/release.ts';
import type { Account, AccountStore, StoredKey } from '../../pricing-service/key-check.ts';

/** A demo account with its only key, for trying the API on this machine. */
export interface DemoAccount {
  /** The label printed with the key: the tier of its account, or `revoked`. */
  readonly label: string;
  /** The API key, created at each start and valid only for this run. */
  readonly key: string;
  /** SHA-256 of the key, in hexadecimal. */
  readonly keyHash: string;
  readonly record: StoredKey & { readonly account: Account };
}

/**
 * Returns up to three new demo accounts: of the base tier, of the last other tier, and one whose key is revoked. Leaves
 * out labels of `existing`, so that demo accounts keep their keys when another release becomes current.
 */
export function createDemoAccounts(
  { tiers, baseTier: base }: Pick<Manifest, 'tiers' | 'baseTier'>,
  existing: readonly DemoAccount[] = [],
): DemoAccount[] {
  const other = tiers.filter((tier) => tier !== base).slice(-1);
  const wanted = [
    ...[base, ...other].map((tier) => ({ label: tier, tier, revoked: false })),
    { label: 'revoked', tier: base, revoked: true },
  ];
  return wanted
    .filter(({ label }) => !existing.some((account) => account.label === label))
    .map(({ label, tier, revoked }) => {
      const key = createApiKey(randomBytes);
      const account = { id: `demo-${label.toLowerCase()}`, tier, distributorPricing: true };
      const record = { revoked, accountId: account.id, account };
      return { label, key, keyHash: hashApiKey(key), record };
    });
}

/** Creates the account store of the embedded server: the demo accounts in a list, to which accounts may be added. */
export function createMemoryAccountStore(accounts: readonly DemoAccount[]): AccountStore {
  return {
    findKey: async (wanted) => accounts.find(({ keyHash }) => keyHash === wanted)?.record,
  };
}
