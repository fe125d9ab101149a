/**
 * The names of everything in Redis (design section 6). All that concerns keys lies in the one hash
 * slot `{keys}`, all that is published in `{catalog}`, so that scripts and transactions are atomic on
 * a single server, behind Sentinel and on Cluster.
 */
import type { Locale } from './locales.ts';

export const redisKeys = {
  /** Hash: id, account, label, lastFour, createdAt, revokedAt, lastUsed. */
  key: (keyHash: string) => `{keys}:key:${keyHash}`,
  /** Hash: name, tier, program, distributorPricing (1 or 0). */
  account: (accountId: string) => `{keys}:account:${accountId}`,
  /**
   * Set: ids of all accounts. It is written with the first one and never removed: its presence marks a
   * Redis that holds keys, its name the format of all keys and accounts (decision 50).
   */
  accounts: '{keys}:accounts',
  /** Hash: id → SHA-256 of every key the account ever had. */
  accountKeys: (accountId: string) => `{keys}:account:${accountId}:keys`,
  /** Sorted set: ids of the account's active keys, by the moment that ends them (ms; +inf for none). */
  activeKeys: (accountId: string) => `{keys}:account:${accountId}:active`,
  /** Stream: what was done to which account or key, when and by whom. */
  audit: '{keys}:audit',
  /** Pub/sub channel: the id of each account that was changed, or a key of which was. */
  accountChanges: '{keys}:changes',
  /** String: id of the active release. */
  activeRelease: '{catalog}:release',
  /** Hash: SKU → net prices as JSON. */
  netPrices: (release: string, tier: string, locale: Locale) =>
    `{catalog}:net:${release}:${tier}:${locale}`,
  /** Hash of a release: `defaultLocale`, and by `catalogField` the prices of whole catalogues, gzip. */
  catalog: (release: string) => `{catalog}:net:${release}:catalog`,
  /** Field of `catalog`: the answer of `/v1/products/pricing` for a tier and locale. */
  catalogField: (tier: string, locale: Locale) => `${tier}:${locale}`,
  /** Set: the tiers that a release has net prices of. */
  tiers: (release: string) => `{catalog}:net:${release}:tiers`,
  /** Pattern of every key of a release, as SCAN takes it. */
  everyNetPrices: '{catalog}:net:*',
  /** The release that a key of net prices belongs to. */
  releaseOfNetPrices: (key: string) => key.split(':')[2] ?? '',
} as const;
