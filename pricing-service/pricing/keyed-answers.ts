/**
 * Keyed answers, made and compressed once for each release, tier, locale and product, then kept:
 * no account's answer differs from another's of the same tier.
 */
import { LRUCache } from 'lru-cache';
import type { Locale } from '../../contract/locales.ts';
import { ApiProblem } from '../../contract/problem.ts';
import type { NetPrice } from '../../contract/release.ts';
import type { CatalogPricing } from '../../contract/schemas/pricing.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import type { ActiveRelease } from './active-release.ts';
import { mergeDetail, toProductPricing } from './merge.ts';
import type { NetPriceStore } from './net-price-store.ts';
import { createReadyAnswer, type ReadyAnswer, sizeOf } from './ready-answer.ts';
import type { ReleasedDocuments } from './released-documents.ts';

/** What an answer is for; no locale means the release's default one. */
export interface Wanted {
  readonly tier: string;
  readonly locale: Locale | undefined;
}

/** Every member throws `product_not_found`, or `upstream_unavailable` when stores or files are away. */
export interface KeyedAnswers {
  detail(wanted: Wanted, sku: string): Promise<ReadyAnswer>;
  productPricing(wanted: Wanted, sku: string): Promise<ReadyAnswer>;
  catalogPricing(wanted: Wanted): Promise<ReadyAnswer>;
}

interface Place {
  readonly release: string;
  readonly locale: Locale;
  readonly tier: string;
}

const maxKeptBytes = 64 * 1024 * 1024;

export function createKeyedAnswers(sources: {
  activeRelease: ActiveRelease;
  documents: ReleasedDocuments;
  netPrices: NetPriceStore;
}): KeyedAnswers {
  const { activeRelease, documents, netPrices } = sources;
  const kept = new LRUCache<string, ReadyAnswer, () => Promise<unknown>>({
    maxSize: maxKeptBytes,
    sizeCalculation: sizeOf,
    // Requests that come while an answer is being made wait for the same one.
    fetchMethod: async (_key, _stale, { context: make }) => createReadyAnswer(await make()),
  });

  async function answer(
    name: string,
    { tier, locale }: Wanted,
    make: (place: Place) => Promise<unknown>,
  ): Promise<ReadyAnswer> {
    try {
      const release = await activeRelease.read();
      const { defaultLocale } = await documents.manifest(release);
      const place = { release, tier, locale: locale ?? defaultLocale };
      const key = [name, release, tier, place.locale].join('|');
      return await kept.forceFetch(key, { context: () => make(place) });
    } catch (cause) {
      if (cause instanceof ApiProblem) throw cause;
      throw new ApiProblem('upstream_unavailable', undefined, { cause });
    }
  }

  async function findProduct(
    { release, tier, locale }: Place,
    sku: string,
  ): Promise<[ProductDetail, NetPrice]> {
    const detail = await documents.detail(release, locale, sku);
    if (detail === undefined) throw new ApiProblem('product_not_found');
    const netPrice = await netPrices.netPrice(release, tier, locale, sku);
    if (netPrice === undefined) throw noPrices(tier, release);
    return [detail, netPrice];
  }

  async function listPrices({ release, tier, locale }: Place): Promise<CatalogPricing> {
    const prices = Object.entries(await netPrices.netPrices(release, tier, locale));
    prices.sort(([a], [b]) => (a < b ? -1 : 1));
    const products = await Promise.all(
      prices.map(async ([sku, netPrice]) => {
        const detail = await documents.detail(release, locale, sku);
        if (detail === undefined) throw new Error(`release ${release} lacks ${sku} in ${locale}`);
        return toProductPricing(detail, tier, netPrice);
      }),
    );
    const [first] = products;
    if (first === undefined) throw noPrices(tier, release);
    const { currency, priceTier } = first;
    return {
      currency,
      priceTier,
      products: products.map(({ sku, msrp, net, sizes }) => ({ sku, msrp, net, sizes })),
    };
  }

  return {
    detail: (wanted, sku) =>
      answer(`detail ${sku}`, wanted, async (place) => {
        const [detail, netPrice] = await findProduct(place, sku);
        return mergeDetail(detail, place.tier, netPrice);
      }),
    productPricing: (wanted, sku) =>
      answer(`pricing ${sku}`, wanted, async (place) => {
        const [detail, netPrice] = await findProduct(place, sku);
        return toProductPricing(detail, place.tier, netPrice);
      }),
    catalogPricing: (wanted) => answer('pricing', wanted, listPrices),
  };
}

/** The operator gave an account a tier that the released catalogue does not have. */
function noPrices(tier: string, release: string): Error {
  return new Error(`release ${release} has no net prices of tier ${tier}`);
}
