/**
 * Creates the demo accounts of the local runners (`npm start`, `npm run dev`, `npm run stack`), with which routes that
 * need an API key can be tried at once.
 */
import { randomBytes } from 'node:crypto';
import { createApiKey, hashApiKey } from '../../contract/api-key.ts';
import type { Manifest } from '../../contract/release.ts';
import type { KeyRecord } from '../../pricing-service/accounts/account-store.ts';

/** A demo account with its only key, for trying the API on this machine. */
export interface DemoAccount {
  /** The label printed with the key: the tier of its account, or `revoked`. */
  readonly label: string;
  /** The API key, created at each start and valid only for this run. */
  readonly key: string;
  /** SHA-256 of the key, in hexadecimal. */
  readonly keyHash: string;
  readonly record: KeyRecord & { readonly account: NonNullable<KeyRecord['account']> };
}

/**
 * Returns up to three new demo accounts: one with the base tier of the release, one with the last of `tiers` that is
 * not the base tier (if there is one), and one with the base tier whose key is revoked. Leaves out accounts whose label
 * occurs in `existing`, so that demo accounts keep their keys when another release becomes current.
 */
export function createDemoAccounts(
  { tiers, baseTier: base }: Pick<Manifest, 'tiers' | 'baseTier'>,
  existing: readonly DemoAccount[] = [],
): DemoAccount[] {
  const other = tiers.findLast((tier) => tier !== base);
  const wanted = [
    { label: base, tier: base, revoked: false },
    ...(other === undefined ? [] : [{ label: other, tier: other, revoked: false }]),
    { label: 'revoked', tier: base, revoked: true },
  ];
  return wanted
    .filter(({ label }) => !existing.some((account) => account.label === label))
    .map(createDemoAccount);
}

function createDemoAccount({
  label,
  tier,
  revoked,
}: {
  label: string;
  tier: string;
  revoked: boolean;
}): DemoAccount {
  const key = createApiKey(randomBytes);
  const account = { id: `demo-${label.toLowerCase()}`, tier, distributorPricing: true };
  return { label, key, keyHash: hashApiKey(key), record: { revoked, account } };
}
