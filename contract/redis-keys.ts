/**
 * The names of everything in Redis (design section 6). All that concerns keys lies in the one hash
 * slot `{keys}`, all that is published in `{catalog}`, so that scripts and transactions are atomic on
 * a single server, behind Sentinel and on Cluster.
 */
import type { Locale } from './locales.ts';

export const redisKeys = {
  /** Hash: account, label, lastFour, createdAt, revokedAt, lastUsed. */
  key: (keyHash: string) => `{keys}:key:${keyHash}`,
  /** Hash: name, tier, program, distributorPricing (1 or 0). */
  account: (accountId: string) => `{keys}:account:${accountId}`,
  /** Sorted set: hashes of the account's active keys, by creation time. */
  activeKeys: (accountId: string) => `{keys}:account:${accountId}:active`,
  /** Channel: the id of an account, whenever something of it or of its keys was changed. */
  accountChanges: '{keys}:changes',
  /** String: id of the active release. */
  activeRelease: '{catalog}:release',
  /** Hash: SKU → net prices as JSON. */
  netPrices: (release: string, tier: string, locale: Locale) =>
    `{catalog}:net:${release}:${tier}:${locale}`,
  /** Pattern of every key of net prices, as SCAN takes it. */
  everyNetPrices: '{catalog}:net:*',
  /** The release that a key of net prices belongs to. */
  releaseOfNetPrices: (key: string) => key.split(':')[2] ?? '',
} as const;
