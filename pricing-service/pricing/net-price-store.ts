/** Where net prices are kept. Redis in the stack, the release's private files in the embedded server. */
import type { Locale } from '../../contract/locales.ts';
import type { NetPrice, NetPrices } from '../../contract/release.ts';

export interface NetPriceStore {
  /** Id of the release whose prices are in force, or undefined when none is published. */
  activeRelease(): Promise<string | undefined>;
  /** Net prices of one product, or undefined when the tier has none for it. */
  netPrice(
    release: string,
    tier: string,
    locale: Locale,
    sku: string,
  ): Promise<NetPrice | undefined>;
  /** Net prices of every product of a tier and locale; empty for an unknown tier. */
  netPrices(release: string, tier: string, locale: Locale): Promise<NetPrices>;
}
