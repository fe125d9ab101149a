/**
 * The interface through which answers get their net prices: from Redis, or from the private files of a release in the
 * embedded server.
 */
import type { Locale } from '../../contract/locales.ts';
import type { NetPrice } from '../../contract/release.ts';

/** A release that answers are made from, and its default locale. */
export interface ReleaseFacts {
  readonly release: string;
  /** The locale of requests without the parameter `locale`. */
  readonly defaultLocale: Locale;
}

/** Reads the net prices of releases, and renews the TTL of those in Redis. `release` is the id of a release. */
export interface NetPriceStore {
  /**
   * Returns the id and the default locale of a release, or undefined if the store does not have all of its net prices.
   */
  releaseFacts(release: string): Promise<ReleaseFacts | undefined>;
  /**
   * Sets the TTL of a release's prices to its full length again, about a day (`secondsToKeep`). Prices without a TTL,
   * such as those of the current release, stay without one.
   */
  renewTtl(release: string): Promise<void>;
  /** Returns the net prices of a product, or undefined if the store has none in this tier and locale. */
  netPrice(
    release: string,
    tier: string,
    locale: Locale,
    sku: string,
  ): Promise<NetPrice | undefined>;
  /**
   * Returns the prices of every product as gzip JSON (`StoredPricing`), or undefined if the store has none of this
   * release, tier and locale.
   */
  catalogPricing(release: string, tier: string, locale: Locale): Promise<Buffer | undefined>;
}
