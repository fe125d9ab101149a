/**
 * The names of everything in Redis (design section 6). All that concerns keys lies in the one hash
 * slot `{keys}`, net prices in `{catalog}`, so that scripts and transactions are atomic on
 * a single server, behind Sentinel and on Cluster.
 */
import { z } from 'zod';
import type { Locale } from './locales.ts';

/** Version of the format of everything in `{catalog}`: another version uses other names. */
const catalogFormat = 2;

const pricesOf = (release: string) => `{catalog}:${catalogFormat}:net:${release}`;

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
  /** String: marks a Redis in which a restore of a backup has begun and not ended (decision 74). */
  restoring: '{keys}:restoring',
  /** Set: the ids of all accounts of that backup; it becomes `accounts` when all else is there. */
  restoredAccounts: '{keys}:restoring:accounts',
  /** Pattern of everything about accounts and keys, as SCAN takes it. */
  everyAccountKey: '{keys}:*',
  /** Pub/sub channel: the id of each account that was changed, or a key of which was. */
  accountChanges: '{keys}:changes',
  /** Hash: SKU → net prices as JSON. */
  netPrices: (release: string, tier: string, locale: Locale) =>
    `${pricesOf(release)}:${tier}:${locale}`,
  /** Hash of a release: `defaultLocale`, and by `catalogField` the prices of whole catalogues, gzip. */
  catalog: (release: string) => `${pricesOf(release)}:catalog`,
  /** Field of `catalog`: the answer of `/v1/products/pricing` for a tier and locale. */
  catalogField: (tier: string, locale: Locale) => `${tier}:${locale}`,
  /**
   * Set: the tiers that a release has net prices of. It is written last: where it is, all prices of the
   * release are.
   */
  tiers: (release: string) => `${pricesOf(release)}:tiers`,
  /** Pattern of every key of a release, as SCAN takes it. */
  everyNetPrices: pricesOf('*'),
  /** The release that a key of net prices belongs to. */
  releaseOfNetPrices: (key: string) => key.split(':')[3] ?? '',
  /** Set: the tiers of the release that was deployed last, which accounts may have. */
  deployedTiers: `{catalog}:${catalogFormat}:tiers`,
  /** Hash: instance of the pricing service → `ServiceReport` as JSON. */
  services: `{catalog}:${catalogFormat}:services`,
  /** Pattern of what the format before wrote: net prices, and which release was active. */
  everyOlder: ['{catalog}:net:*', '{catalog}:release'],
} as const;

/**
 * Seconds after which the prices of a release expire that is neither current nor previous, nor read. The mark
 * (`tiers`) goes an hour before all else, so that a release with the mark has all its prices.
 */
export const priceSeconds = 24 * 3600;

/** The TTL in seconds of a key of a release that is not kept. */
export function secondsToKeep(key: string): number {
  return key.endsWith(':tiers') ? priceSeconds : priceSeconds + 3600;
}

/** What an instance of the pricing service reports every minute. */
export const serviceReportSchema = z.object({
  /** The release that its last answer was made from. */
  release: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
});
export type ServiceReport = z.infer<typeof serviceReportSchema>;
