/**
 * Keyed answers, made once for each release, tier, locale, product and coding, then kept: no
 * account's answer differs from another's of the same tier.
 */
import type { Locale } from '../../contract/locales.ts';
import { mergeDetail, toProductPricing } from '../../contract/net-pricing.ts';
import { ApiProblem } from '../../contract/problem.ts';
import type { Coding } from '../../contract/representation.ts';
import type { ActiveRelease } from './active-release.ts';
import { createAnswerStore, type Recipe } from './answer-store.ts';
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

/** The documents of one product, and how each is made. */
const merges = { detail: mergeDetail, pricing: toProductPricing } as const;
type ProductKind = keyof typeof merges;
type Kind = ProductKind | 'catalog';

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

  async function makeProduct(
    kind: ProductKind,
    place: Place,
    sku: string,
  ): Promise<Representation> {
    const { release, tier, locale } = place;
    const detail = await documents.detail(release, locale, sku);
    if (detail === undefined) throw new ApiProblem('product_not_found');
    const netPrice = await netPrices.netPrice(release, tier, locale, sku);
    if (netPrice === undefined) throw withoutPrice(place, sku);
    const document = merges[kind](detail, tier, netPrice);
    return toRepresentation('identity', Buffer.from(JSON.stringify(document)));
  }

  async function makeCatalog(place: Place): Promise<Representation> {
    const { release, tier, locale } = place;
    const bytes = await netPrices.catalogPricing(release, tier, locale);
    if (bytes === undefined) throw withoutPrice(place, 'the catalogue');
    return toRepresentation('gzip', bytes);
  }

  function recipeOf(kind: Kind, place: Place, sku: string): Recipe {
    return kind === 'catalog'
      ? { coding: 'gzip', make: () => makeCatalog(place) }
      : { coding: 'identity', make: () => makeProduct(kind, place, sku) };
  }

  /** What is made already is found with as little as it takes: nearly every request is one for it. */
  async function read(kind: Kind, wanted: Wanted, sku: string): Promise<Representation> {
    try {
      const { release, defaultLocale } = await activeRelease.read();
      const { tier, locale = defaultLocale, coding } = wanted;
      const name = `${kind} ${sku} ${release} ${tier} ${locale}`;
      const kept = answers.find(name, coding);
      if (kept !== undefined) return kept;
      return await answers.make(name, coding, recipeOf(kind, { release, tier, locale }, sku));
    } catch (cause) {
      if (cause instanceof ApiProblem) throw cause;
      throw new ApiProblem('upstream_unavailable', undefined, { cause });
    }
  }

  return {
    detail: (wanted, sku) => read('detail', wanted, sku),
    productPricing: (wanted, sku) => read('pricing', wanted, sku),
    catalogPricing: (wanted) => read('catalog', wanted, ''),
  };
}

/** A price that ought to be there is never another one's: the build refuses a product without it. */
function withoutPrice({ release, tier, locale }: Place, what: string): ApiProblem {
  const cause = new Error(`no net prices of ${what} for tier ${tier} in ${locale} of ${release}`);
  return new ApiProblem('internal_error', undefined, { cause });
}
