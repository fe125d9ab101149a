/**
 * Keyed answers, made once for each release, tier, locale, product and coding, then kept: no
 * account's answer differs from another's of the same tier.
 */
import type { Locale } from '../../contract/locales.ts';
import { mergeDetail, toProductPricing } from '../../contract/net-pricing.ts';
import { ApiProblem } from '../../contract/problem.ts';
import type { NetPrice } from '../../contract/release.ts';
import type { Coding } from '../../contract/representation.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import type { ActiveRelease } from './active-release.ts';
import { createAnswerStore } from './answer-store.ts';
import type { NetPriceStore } from './net-price-store.ts';
import type { ReleasedDocuments } from './released-documents.ts';
import { type Representation, toRepresentation } from './representation.ts';

/** What an answer is for; no locale means the release's default one. */
export interface Wanted {
  readonly tier: string;
  readonly locale: Locale | undefined;
  readonly coding: Coding;
}

/**
 * Every member throws `product_not_found`, `internal_error` where a net price is missing, or
 * `upstream_unavailable` when stores or files are away.
 */
export interface KeyedAnswers {
  detail(wanted: Wanted, sku: string): Promise<Representation>;
  productPricing(wanted: Wanted, sku: string): Promise<Representation>;
  catalogPricing(wanted: Wanted): Promise<Representation>;
}

/** Everything an answer is made from is of the one release that was active when it was asked for. */
interface Place {
  readonly release: string;
  readonly locale: Locale;
  readonly tier: string;
}

/** What all answers together may take of memory; a hundred thousand details, or every catalogue's. */
const defaultMaxBytes = 256 * 1024 * 1024;

export function createKeyedAnswers(sources: {
  activeRelease: ActiveRelease;
  documents: ReleasedDocuments;
  netPrices: NetPriceStore;
  maxBytes?: number;
}): KeyedAnswers {
  const { activeRelease, documents, netPrices, maxBytes = defaultMaxBytes } = sources;
  const answers = createAnswerStore(maxBytes);

  async function answer(
    name: string,
    { tier, locale, coding }: Wanted,
    original: Coding,
    make: (place: Place) => Promise<Buffer>,
  ): Promise<Representation> {
    try {
      const { release, defaultLocale } = await activeRelease.read();
      const place = { release, tier, locale: locale ?? defaultLocale };
      return await answers.read(`${name} ${release} ${tier} ${place.locale}`, coding, {
        coding: original,
        make: async () => toRepresentation(original, await make(place)),
      });
    } catch (cause) {
      if (cause instanceof ApiProblem) throw cause;
      throw new ApiProblem('upstream_unavailable', undefined, { cause });
    }
  }

  function productAnswer(
    name: string,
    wanted: Wanted,
    sku: string,
    merge: (detail: ProductDetail, tier: string, netPrice: NetPrice) => object,
  ): Promise<Representation> {
    return answer(`${name} ${sku}`, wanted, 'identity', async (place) => {
      const { release, tier, locale } = place;
      const detail = await documents.detail(release, locale, sku);
      if (detail === undefined) throw new ApiProblem('product_not_found');
      const netPrice = await netPrices.netPrice(release, tier, locale, sku);
      if (netPrice === undefined) throw withoutPrice(place, sku);
      return Buffer.from(JSON.stringify(merge(detail, tier, netPrice)));
    });
  }

  return {
    detail: (wanted, sku) => productAnswer('detail', wanted, sku, mergeDetail),
    productPricing: (wanted, sku) => productAnswer('pricing', wanted, sku, toProductPricing),
    catalogPricing: (wanted) =>
      answer('catalog', wanted, 'gzip', async (place) => {
        const { release, tier, locale } = place;
        const bytes = await netPrices.catalogPricing(release, tier, locale);
        if (bytes === undefined) throw withoutPrice(place, 'the catalogue');
        return bytes;
      }),
  };
}

/** A price that ought to be there is never another one's: the build refuses a product without it. */
function withoutPrice({ release, tier, locale }: Place, what: string): ApiProblem {
  const cause = new Error(`no net prices of ${what} for tier ${tier} in ${locale} of ${release}`);
  return new ApiProblem('internal_error', undefined, { cause });
}
