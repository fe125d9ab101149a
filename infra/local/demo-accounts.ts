/** The accounts that the local runners make, so that keyed routes can be tried at once. */
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

/**
 * Makes an account of the release's base tier, one of its last tier, and one whose key is revoked,
 * but for those that `existing` has: a key stays what it is from release to release.
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
