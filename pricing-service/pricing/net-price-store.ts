/** Where net prices are kept. Redis in the stack, the release's private files in the embedded server. */
import type { Locale } from '../../contract/locales.ts';
import type { NetPrice } from '../../contract/release.ts';

/** A release that answers are made from. */
export interface ReleaseFacts {
  readonly release: string;
  /** The locale of a request that names none. */
  readonly defaultLocale: Locale;
}

export interface NetPriceStore {
  /** The facts of a release, or undefined if the store does not have all of its prices. */
  releaseFacts(release: string): Promise<ReleaseFacts | undefined>;
  /** Begins the time anew after which prices of a release that is not current any more expire. */
  keepPrices(release: string): Promise<void>;
  /** Net prices of one product, or undefined when the tier has none for it. */
  netPrice(
    release: string,
    tier: string,
    locale: Locale,
    sku: string,
  ): Promise<NetPrice | undefined>;
  /** The prices of every product as gzip JSON (`StoredPricing`), or undefined for an unknown tier. */
  catalogPricing(release: string, tier: string, locale: Locale): Promise<Buffer | undefined>;
}
