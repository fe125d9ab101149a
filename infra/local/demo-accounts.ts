/** The accounts that `npm start` and `npm run stack` make, so that keyed routes can be tried at once. */
import { randomBytes } from 'node:crypto';
import { createApiKey, hashApiKey } from '../../contract/api-key.ts';
import type { Manifest } from '../../contract/release.ts';
import type { KeyRecord } from '../../pricing-service/accounts/account-store.ts';

export interface DemoAccount {
  /** What the printed line says of the key: its account's tier, or `revoked`. */
  readonly label: string;
  /** Made anew at every start; it is worth nothing elsewhere. */
  readonly key: string;
  readonly keyHash: string;
  readonly record: KeyRecord & { readonly account: NonNullable<KeyRecord['account']> };
}

/** Makes an account of the release's base tier, one of its last tier, and one whose key is revoked. */
export function createDemoAccounts({ tiers, baseTier: base }: Manifest): DemoAccount[] {
  const other = tiers.findLast((tier) => tier !== base);
  return [
    createDemoAccount(base, base, false),
    ...(other === undefined ? [] : [createDemoAccount(other, other, false)]),
    createDemoAccount('revoked', base, true),
  ];
}

function createDemoAccount(label: string, tier: string, revoked: boolean): DemoAccount {
  const key = createApiKey(randomBytes);
  const account = { id: `demo-${label.toLowerCase()}`, tier, distributorPricing: true };
  return { label, key, keyHash: hashApiKey(key), record: { revoked, account } };
}
