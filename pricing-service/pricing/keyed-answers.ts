/**
 * Keyed answers, made once for each release, tier, locale, product and coding, then kept: no
 * account's answer differs from another's of the same tier.
 */
import { ZodError } from 'zod';
import type { Locale } from '../../contract/locales.ts';
import { addRelease, mergeDetail, toProductPricing } from '../../contract/net-pricing.ts';
import { ApiProblem } from '../../contract/problem.ts';
import type { Coding } from '../../contract/representation.ts';
import { createAnswerStore, type Recipe } from './answer-store.ts';
import type { NetPriceStore } from './net-price-store.ts';
import type { ReleasedDocuments } from './released-documents.ts';
import { type Representation, rewritePacked, toRepresentation } from './representation.ts';
import type { ServedRelease, ServedReleases } from './served-releases.ts';

/** What an answer is for; no locale means the release's default one. */
export interface Wanted {
  /** The release that the edge serves; undefined if the request does not name it. */
  readonly release: string | undefined;
  readonly tier: string;
  readonly locale: Locale | undefined;
  readonly coding: Coding;
}

/**
 * Every member but `find` throws `product_not_found`, `internal_error` if a net price is missing or cannot be
 * read, or `upstream_unavailable` if Redis or a file cannot be reached.
 */
export interface KeyedAnswers {
  /** What the member of that name gives, where it has been made; undefined where that would wait. */
  find(route: KeyedRoute, wanted: Wanted, sku: string): Representation | undefined;
  detail(wanted: Wanted, sku: string): Promise<Representation>;
  productPricing(wanted: Wanted, sku: string): Promise<Representation>;
  catalogPricing(wanted: Wanted): Promise<Representation>;
}

/** Ids of the routes that answer with a key; the SKU of `catalogPricing` is empty. */
export type KeyedRoute = 'detail' | 'productPricing' | 'catalogPricing';

/** Everything an answer is made from is of one release. */
interface Place {
  readonly release: string;
  /** The release that the edge serves, if the one before answers instead of it. */
  readonly insteadOf: string | undefined;
  readonly locale: Locale;
  readonly tier: string;
}

/** The documents of one product, by the id of their route, and how each is made. */
const merges = { detail: mergeDetail, productPricing: toProductPricing } as const;
type ProductRoute = keyof typeof merges;

/**
 * Bytes of kept answers, all together: a hundred thousand details, or every catalogue. The process takes
 * nearly twice as much resident memory (decision 38); `MemoryMax` of its systemd unit allows for that.
 */
export const defaultMaxBytes = 256 * 1024 * 1024;

export function createKeyedAnswers(sources: {
  releases: Pick<ServedReleases, 'read' | 'known'>;
  documents: ReleasedDocuments;
  netPrices: NetPriceStore;
  maxBytes?: number;
}): KeyedAnswers {
  const { releases, documents, netPrices, maxBytes = defaultMaxBytes } = sources;
  const answers = createAnswerStore(maxBytes);

  async function makeProduct(
    route: ProductRoute,
    place: Place,
    sku: string,
  ): Promise<Representation> {
    const { release, tier, locale } = place;
    const detail = await documents.detail(release, locale, sku);
    if (detail === undefined) throw await explainMissing(place, sku);
    const netPrice = await netPrices.netPrice(release, tier, locale, sku);
    if (netPrice === undefined) throw withoutPrice(place, sku);
    const document = merges[route](detail, tier, netPrice);
    return toRepresentation('identity', Buffer.from(JSON.stringify(document)));
  }

  /** A product that is listed exists, also while the release before answers, which may lack it. */
  async function explainMissing({ insteadOf, locale }: Place, sku: string): Promise<ApiProblem> {
    const listed = insteadOf && (await documents.detail(insteadOf, locale, sku));
    if (!listed) return new ApiProblem('product_not_found');
    const cause = new Error(`${sku} is new in ${insteadOf}, whose net prices cannot be read`);
    return new ApiProblem('upstream_unavailable', undefined, { cause });
  }

  async function makeCatalog(place: Place): Promise<Representation> {
    const { release, tier, locale } = place;
    const stored = await netPrices.catalogPricing(release, tier, locale);
    if (stored === undefined) throw withoutPrice(place, 'the catalogue');
    const packed = await rewritePacked(stored, (pieces) => addRelease(pieces, release));
    return toRepresentation('gzip', packed);
  }

  function recipeOf(route: KeyedRoute, place: Place, sku: string): Recipe {
    return route === 'catalogPricing'
      ? { coding: 'gzip', make: () => makeCatalog(place) }
      : { coding: 'identity', make: () => makeProduct(route, place, sku) };
  }

  async function read(route: KeyedRoute, wanted: Wanted, sku: string): Promise<Representation> {
    try {
      const place = toPlace(await releases.read(wanted.release), wanted);
      const name = nameOf(route, place, sku);
      return await answers.make(name, wanted.coding, recipeOf(route, place, sku));
    } catch (cause) {
      if (cause instanceof ApiProblem) throw cause;
      const code = cannotBeRead(cause) ? 'internal_error' : 'upstream_unavailable';
      throw new ApiProblem(code, undefined, { cause });
    }
  }

  return {
    find(route, wanted, sku) {
      const facts = releases.known(wanted.release);
      return facts && answers.find(nameOf(route, toPlace(facts, wanted), sku), wanted.coding);
    },
    detail: (wanted, sku) => read('detail', wanted, sku),
    productPricing: (wanted, sku) => read('productPricing', wanted, sku),
    catalogPricing: (wanted) => read('catalogPricing', wanted, ''),
  };
}

function toPlace(
  { release, insteadOf, defaultLocale }: ServedRelease,
  { tier, locale = defaultLocale }: Wanted,
): Place {
  return { release, insteadOf, tier, locale };
}

/** Tells answers apart: nothing else has a part in one. */
function nameOf(route: KeyedRoute, { release, tier, locale }: Place, sku: string): string {
  return `${route} ${sku} ${release} ${tier} ${locale}`;
}

/** What is there and is not what it should be: a shape (zod), JSON, or gzip. No waiting mends that. */
function cannotBeRead(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof ZodError || error instanceof SyntaxError || /^Z_/.test(code ?? '');
}

/** A price that ought to be there is never another one's: the build refuses a product without it. */
function withoutPrice({ release, tier, locale }: Place, what: string): ApiProblem {
  const cause = new Error(`no net prices of ${what} for tier ${tier} in ${locale} of ${release}`);
  return new ApiProblem('internal_error', undefined, { cause });
}
