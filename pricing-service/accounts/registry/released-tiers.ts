/** The tiers of the active release, which an account may have. */
import { redisKeys } from '../../../contract/redis-keys.ts';
import type { Connection } from './change.ts';
import { ChangeRefused } from './failures.ts';

/**
 * Rejects with `ChangeRefused` of the account (`unknown-tier`) when the active release has no net
 * prices of the tier, (`no-tiers`) when no release with a list of its tiers is published.
 */
export async function requireReleasedTier(
  redis: Connection,
  account: string,
  tier: string,
): Promise<void> {
  const release = await redis.get(redisKeys.activeRelease);
  const tiers = release === null ? [] : await redis.smembers(redisKeys.tiers(release));
  if (tiers.length === 0) throw new ChangeRefused({ outcome: 'no-tiers' }, account);
  if (!tiers.includes(tier)) {
    throw new ChangeRefused({ outcome: 'unknown-tier', tier, tiers: tiers.sort() }, account);
  }
}
