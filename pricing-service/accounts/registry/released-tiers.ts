/** The tiers of the release that was deployed last, which an account may have. */
import { redisKeys } from '../../../contract/redis-keys.ts';
import type { Connection } from './change.ts';
import { ChangeRefused } from './failures.ts';

/**
 * Rejects with `ChangeRefused` of the account (`unknown-tier`) when the release that was deployed last has no
 * net prices of the tier, (`no-tiers`) when none was deployed.
 */
export async function requireReleasedTier(
  redis: Connection,
  account: string,
  tier: string,
): Promise<void> {
  const tiers = await redis.smembers(redisKeys.deployedTiers);
  if (tiers.length === 0) throw new ChangeRefused({ outcome: 'no-tiers' }, account);
  if (!tiers.includes(tier)) {
    throw new ChangeRefused({ outcome: 'unknown-tier', tier, tiers: tiers.sort() }, account);
  }
}
