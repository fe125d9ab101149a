/**
 * The names of all Redis keys (design section 6). API keys and accounts share the hash tag `{keys}`, net prices
 * `{catalog}`, so that scripts and transactions are atomic in a Cluster too.
 */
import { z } from 'zod';
import type { Locale } from './locales.ts';

/** Version of the data in `{catalog}`; it is part of every name. */
const catalogFormat = 2;

const pricesOf = (release: string) => `{catalog}:${catalogFormat}:net:${release}`;

export const redisKeys = {
  /** Hash: id, account, label, lastFour, createdAt, revokedAt, lastUsed. */
  key: (keyHash: string) => `{keys}:key:${keyHash}`,
  /** Hash: name, tier, program, distributorPricing (1 or 0). */
  account: (accountId: string) => `{keys}:account:${accountId}`,
  /**
   * Set: ids of all accounts. It is created with the first account and never removed, so a Redis without it has lost its
   * data (decision 50).
   */
  accounts: '{keys}:accounts',
  /** Hash: id → SHA-256 of every key that the account ever had. */
  accountKeys: (accountId: string) => `{keys}:account:${accountId}:keys`,
  /** Sorted set: ids of the account's active keys, by when they end (milliseconds since 1970, or +inf). */
  activeKeys: (accountId: string) => `{keys}:account:${accountId}:active`,
  /** Stream: the changes of accounts and keys, with their authors. */
  audit: '{keys}:audit',
  /** String: exists while a restore of a backup has begun and not finished (decision 74). */
  restoring: '{keys}:restoring',
  /** Set: the account ids of that backup; renamed to `accounts` at the end of the restore. */
  restoredAccounts: '{keys}:restoring:accounts',
  /** SCAN pattern of all data of accounts and keys. */
  everyAccountKey: '{keys}:*',
  /** Pub/sub channel: the id of an account, when it or one of its keys has changed. */
  accountChanges: '{keys}:changes',
  /** Hash: SKU → net prices as JSON. */
  netPrices: (release: string, tier: string, locale: Locale) =>
    `${pricesOf(release)}:${tier}:${locale}`,
  /** Hash of a release: `defaultLocale`, and under each `catalogField` the prices of a whole catalogue as gzip. */
  catalog: (release: string) => `${pricesOf(release)}:catalog`,
  /** Field of `catalog` with the `StoredPricing` of a tier and locale. */
  catalogField: (tier: string, locale: Locale) => `${tier}:${locale}`,
  /** Set: the tiers with net prices of a release. It is written last, so a release with it has all prices. */
  tiers: (release: string) => `${pricesOf(release)}:tiers`,
  /** SCAN pattern of the net prices of all releases. */
  everyNetPrices: pricesOf('*'),
  /** Returns the release of a key of net prices. */
  releaseOfNetPrices: (key: string) => key.split(':')[3] ?? '',
  /** Set: the tiers that accounts may have, those of the release that was deployed last. */
  deployedTiers: `{catalog}:${catalogFormat}:tiers`,
  /** Hash: instance of the pricing service → `ServiceReport` as JSON. */
  services: `{catalog}:${catalogFormat}:services`,
  /** SCAN patterns of the previous format: net prices, and the active release. */
  everyOlder: ['{catalog}:net:*', '{catalog}:release'],
} as const;

/**
 * TTL in seconds of the prices of a release that is neither current nor previous nor in use. `tiers` expires an hour
 * before the other keys, so that a release with it has all prices.
 */
export const priceSeconds = 24 * 3600;

/** Returns the TTL in seconds of a key of such a release. */
export function secondsToKeep(key: string): number {
  return key.endsWith(':tiers') ? priceSeconds : priceSeconds + 3600;
}

/** What an instance of the pricing service reports every minute. */
export const serviceReportSchema = z.object({
  /** The release that it used last. */
  release: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
});
export type ServiceReport = z.infer<typeof serviceReportSchema>;
