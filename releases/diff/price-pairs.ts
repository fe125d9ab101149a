/** The price lists that two releases may differ in, found by their hashes and read a pair at a time. */

import { msrpList } from '../../build/content/schemas/tables.ts';
import type { IndexedDetail } from '../../build/output/release-index.ts';
import { type Currency, type Locale, localeFacts, locales } from '../../contract/locales.ts';
import type { NetPrice } from '../../contract/release.ts';
import type { PriceTier } from '../../contract/schemas/pricing.ts';
import { detailDiffers, differs, netPricesPath, type ReadableRelease } from './read-release.ts';

/** One product's prices in a list. */
export interface PriceList {
  readonly brackets: readonly PriceTier[];
  /** By size. */
  readonly surcharges: Readonly<Record<string, number>>;
}

/** One product's prices in a list before and after. */
export interface PricePair {
  readonly sku: string;
  readonly currency: Currency;
  /** `msrp` or a tier. */
  readonly list: string;
  readonly before: PriceList;
  readonly after: PriceList;
}

/** Prices follow the currency: of the locales that share one, the first is looked at. */
const pricedLocales = locales.filter(
  (locale) =>
    locales.find((each) => localeFacts[each].currency === localeFacts[locale].currency) === locale,
);

/**
 * The prices of products that both releases have, by SKU, where the files that hold them differ:
 * public ones first, then tier by tier, of the tiers that both have. Equal pairs are among them.
 */
export async function* pricePairs(
  before: ReadableRelease,
  after: ReadableRelease,
): AsyncGenerator<PricePair> {
  for (const locale of pricedLocales) yield* publicPairs(before, after, locale);
  for (const tier of before.manifest.tiers) {
    for (const locale of pricedLocales) yield* netPairs(before, after, tier, locale);
  }
}

function* publicPairs(
  before: ReadableRelease,
  after: ReadableRelease,
  locale: Locale,
): Generator<PricePair> {
  const { currency } = localeFacts[locale];
  for (const sku of [...(before.skus.get(locale) ?? [])].sort()) {
    if (!detailDiffers(sku, locale, before, after)) continue;
    const [one, other] = [before, after].map(({ index }) => index.product(sku)?.locales[locale]);
    if (one === undefined || other === undefined) continue;
    yield { sku, currency, list: msrpList, before: toPriceList(one), after: toPriceList(other) };
  }
}

async function* netPairs(
  before: ReadableRelease,
  after: ReadableRelease,
  tier: string,
  locale: Locale,
): AsyncGenerator<PricePair> {
  if (!differs(netPricesPath(tier, locale), before, after)) return;
  const { currency } = localeFacts[locale];
  const [one, other] = [await before.netPrices(tier, locale), await after.netPrices(tier, locale)];
  for (const [sku, prices] of Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const later = Object.hasOwn(other, sku) ? other[sku] : undefined;
    if (later === undefined) continue;
    yield { sku, currency, list: tier, before: fromNet(prices), after: fromNet(later) };
  }
}

function toPriceList({ msrp, sizes }: Pick<IndexedDetail, 'msrp' | 'sizes'>): PriceList {
  const surcharges = sizes.flatMap(({ name, surcharge }) =>
    surcharge?.msrp === undefined ? [] : [[name, surcharge.msrp] as const],
  );
  return { brackets: msrp, surcharges: Object.fromEntries(surcharges) };
}

function fromNet({ net, surcharges }: NetPrice): PriceList {
  return { brackets: net, surcharges };
}
