/**
 * The names of all Redis keys (design section 6). The names for API keys and accounts contain the hash tag
 * `{keys}`, those for net prices `{catalog}`. A Redis Cluster stores keys with the same tag on one node, so
 * that scripts and transactions are atomic there too.
 */
import { z } from 'zod';
import type { Locale } from './locales.ts';

/** Version of the format of the data with the tag `{catalog}`, a part of the names of all Redis keys with this tag. */
const catalogFormat = 2;

const pricesOf = (release: string) => `{catalog}:${catalogFormat}:net:${release}`;

/**
 * The names of Redis keys, with the Redis type (such as hash or set) and content of each, and patterns that match
 * several keys.
 */
export const redisKeys = {
  /**
   * Hash: the data of one API key. Fields: id, account, label, lastFour; createdAt and revokedAt (ISO 8601); revoked
   * (1 after an immediate revocation); lastUsed (UTC day). `keyHash` is the SHA-256 of the key (`hashApiKey`).
   */
  key: (keyHash: string) => `{keys}:key:${keyHash}`,
  /**
   * Hash: the data of one account. Fields: name, tier, program (linked, approved or pending), distributorPricing (1 or
   * 0).
   */
  account: (accountId: string) => `{keys}:account:${accountId}`,
  /**
   * Set: ids of all accounts. Created with the first account and never removed, so that its absence means that
   * Redis has lost its data.
   */
  accounts: '{keys}:accounts',
  /** Hash: id of a key → SHA-256 of the key, for every key that the account ever had. */
  accountKeys: (accountId: string) => `{keys}:account:${accountId}:keys`,
  /**
   * Sorted set: the ids of an account's active keys. The score is the time at which the key is to be revoked, in
   * milliseconds since 1970, or +inf if no revocation is scheduled.
   */
  activeKeys: (accountId: string) => `{keys}:account:${accountId}:active`,
  /** Stream: the changes of accounts and keys, with their authors. */
  audit: '{keys}:audit',
  /** String: exists from the beginning to the end of the restore of a backup. */
  restoring: '{keys}:restoring',
  /** Set: account ids of the backup; renamed to `accounts` at the end of the restore. */
  restoredAccounts: '{keys}:restoring:accounts',
  /**
   * Pattern for SCAN that matches all Redis keys of accounts, API keys, the audit and the restore of a backup.
   */
  everyAccountKey: '{keys}:*',
  /**
   * Pub/sub channel: the id of an account is published when the account or one of its keys changes.
   */
  accountChanges: '{keys}:changes',
  /** Hash: SKU → net prices (`NetPrice`) as JSON. */
  netPrices: (release: string, tier: string, locale: Locale) =>
    `${pricesOf(release)}:${tier}:${locale}`,
  /**
   * Hash: the field `defaultLocale` has the default locale of the release; one field for each tier and locale, named by
   * `catalogField()`, has the prices of all products (`StoredPricing`) as gzip.
   */
  catalog: (release: string) => `${pricesOf(release)}:catalog`,
  /** Name of a field of the hash `catalog`, such as `A3:en-CA`. */
  catalogField: (tier: string, locale: Locale) => `${tier}:${locale}`,
  /**
   * Set: the price tiers of a release. It is written last: if it exists, all net prices of the release are in
   * Redis.
   */
  tiers: (release: string) => `${pricesOf(release)}:tiers`,
  /**
   * SCAN pattern that matches every key whose name contains a release id: the keys that `netPrices`, `catalog` and
   * `tiers` name, of all releases.
   */
  everyNetPrices: pricesOf('*'),
  /** Returns the release id in the name of a key that `everyNetPrices` matches. */
  releaseOfNetPrices: (key: string) => key.split(':')[3] ?? '',
  /**
   * Set: the price tiers of the last deployed release, which are the tiers that accounts may have.
   */
  deployedTiers: `{catalog}:${catalogFormat}:tiers`,
  /** Hash: name of an instance of the pricing service → its `ServiceReport` as JSON. */
  services: `{catalog}:${catalogFormat}:services`,
  /** SCAN patterns that match the keys of `{catalog}` data in the previous format, which has no version in its keys. */
  everyOlder: ['{catalog}:net:*', '{catalog}:release'],
} as const;

/**
 * For how many seconds Redis keeps the net prices of a release that is no longer current or previous. A pricing service
 * that still answers from such a release renews this TTL. The Redis key `tiers` (the price tiers) has exactly this TTL,
 * the other keys of the release an hour more: if `tiers` still exists, so do all prices of the release.
 */
export const priceSeconds = 24 * 3600;

/**
 * Returns the TTL in seconds of one Redis key of an unused release: `priceSeconds` for `tiers`, one hour more
 * for all other keys.
 */
export function secondsToKeep(key: string): number {
  return key.endsWith(':tiers') ? priceSeconds : priceSeconds + 3600;
}

/** Validates the report that an instance of the pricing service writes every minute. */
export const serviceReportSchema = z.object({
  /** Id of the release that the instance used last. */
  release: z.string(),
  /** Time of the report in milliseconds since 1970. */
  at: z.number(),
});
/**
 * The report of an instance of the pricing service: the release that it used last, and the time of the
 * report.
 */
export type ServiceReport = z.infer<typeof serviceReportSchema>;
