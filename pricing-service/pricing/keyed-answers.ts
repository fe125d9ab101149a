/**
 * Makes keyed answers, the answers to requests with an API key. They are cached by release, tier, locale,
 * product and coding, because all accounts of a tier get the same answers. Each request names the release that
 * its edge, the public nginx, serves.
 */
import { ZodError } from 'zod';
import type { Locale } from '../../contract/locales.ts';
import { addRelease, mergeDetail, toProductPricing } from '../../contract/net-pricing.ts';
import { priceListText } from '../../contract/price-list.ts';
import { ApiProblem } from '../../contract/problem.ts';
import type { Coding } from '../../contract/representation.ts';
import { csvMediaType } from '../../contract/spreadsheet.ts';
import { type AnswerMaker, createAnswerStore } from './answer-store.ts';
import type { NetPriceStore } from './net-price-store.ts';
import type { ReleasedDocuments } from './released-documents.ts';
import { type Representation, rewriteGzip, toRepresentation } from './representation.ts';
import type { ServedRelease, ServedReleases } from './served-releases.ts';

/** The parameters of a request with an API key that select its answer. */
export interface AnswerRequest {
  /** Id of the release that the public nginx serves and names in the request; undefined if the request names none. */
  readonly release: string | undefined;
  readonly tier: string;
  /** Undefined for the default locale of the release. */
  readonly locale: Locale | undefined;
  readonly coding: Coding;
}

/**
 * Makes the answers of the routes that require an API key. All methods but `findCached` reject with an `ApiProblem`:
 * - `internal_error` if a net price is missing or stored data is corrupt,
 * - `upstream_unavailable` if Redis or a file cannot be read,
 * - `product_not_found`, only from `detail` and `productPricing`, if the locale does not have the product.
 * If the net prices of the release that nginx serves cannot be read, answers are made from another release. If that one
 * lacks a product that the served release has, the code is `upstream_unavailable`, not `product_not_found`.
 */
export interface KeyedAnswers {
  /**
   * Returns the cached answer that the method `kind` (such as `detail`) would return, or undefined if it is not cached.
   * `sku` is an empty string for an answer about the whole catalogue. Never throws.
   */
  findCached(kind: KeyedDocument, request: AnswerRequest, sku: string): Representation | undefined;
  detail(request: AnswerRequest, sku: string): Promise<Representation>;
  productPricing(request: AnswerRequest, sku: string): Promise<Representation>;
  catalogPricing(request: AnswerRequest): Promise<Representation>;
  /** Returns the prices of all products for the tier of the request, as CSV. */
  priceList(request: AnswerRequest): Promise<Representation>;
}

/**
 * The kind of an answer to a request with an API key: the name of the method of `KeyedAnswers` that makes the answer.
 * Functions with a parameter of this type also take a SKU, which is an empty string for answers about the whole
 * catalogue.
 */
export type KeyedDocument = ProductDocument | CatalogDocument;

/**
 * The release, locale and tier that an answer is made from. Together with kind and SKU, they form the name of the
 * answer in the cache; `insteadOf` is not a part of the name.
 */
interface AnswerKey {
  readonly release: string;
  /**
   * The release that the edge serves, if the answer is made from another one (`release`) because the net prices of the
   * served one cannot be read; otherwise undefined.
   */
  readonly insteadOf: string | undefined;
  readonly locale: Locale;
  readonly tier: string;
}

/** Kind of an answer about one product → function that makes its JSON document from detail, tier and net price. */
const merges = { detail: mergeDetail, productPricing: toProductPricing } as const;
type ProductDocument = keyof typeof merges;

type Pieces = AsyncIterable<string>;

/**
 * Kind of an answer about the whole catalogue → function that returns how the answer is made: `rewrite` converts the
 * stored prices (JSON text, `StoredPricing`) to the body, and `headers` are those of the answer (undefined: as for
 * JSON).
 */
const rewrites = {
  catalogPricing: (key: AnswerKey) => ({
    rewrite: (stored: Pieces) => addRelease(stored, key.release),
    headers: undefined,
  }),
  priceList: ({ locale, release }: AnswerKey) => ({
    rewrite: (stored: Pieces) => priceListText(stored, locale),
    headers: [
      ...['Content-Type', csvMediaType],
      ...['Content-Disposition', `attachment; filename="prices-${locale}-${release}.csv"`],
    ],
  }),
} as const;
type CatalogDocument = keyof typeof rewrites;

/**
 * Default limit of the cache in bytes: enough for 75,000 product details whose compressed bodies have 2.5 kB, or for
 * the answers of `/v1/products/pricing` for 60 combinations of tier and locale with 100,000 products each. The process
 * takes nearly twice as much resident memory, which `MemoryMax` of its systemd unit allows.
 */
export const defaultMaxBytes = 256 * 1024 * 1024;

/**
 * Creates the object that makes the answers to requests with an API key. `releases` selects the release of an answer,
 * `documents` has its public product details, and `netPrices` its net prices. Answers are cached, up to `maxBytes` in
 * total; the cache is empty at first.
 */
export function createKeyedAnswers(sources: {
  releases: Pick<ServedReleases, 'read' | 'findCached'>;
  documents: ReleasedDocuments;
  netPrices: Pick<NetPriceStore, 'netPrice' | 'catalogPricing'>;
  maxBytes?: number;
}): KeyedAnswers {
  const { releases, documents, netPrices, maxBytes = defaultMaxBytes } = sources;
  const answers = createAnswerStore(maxBytes);

  async function makeProduct(
    kind: ProductDocument,
    key: AnswerKey,
    sku: string,
  ): Promise<Representation> {
    const { release, tier, locale } = key;
    const detail = await documents.detail(release, locale, sku);
    if (detail === undefined) throw new MissingProduct(`${release} has no ${sku} in ${locale}`);
    const netPrice = await netPrices.netPrice(release, tier, locale, sku);
    if (netPrice === undefined) throw missingPrice(key, sku);
    const document = merges[kind](detail, tier, netPrice);
    return toRepresentation('identity', Buffer.from(JSON.stringify(document)));
  }

  /**
   * Returns the problem to answer with if the release that the answer is made from lacks the product `sku`. This is
   * `product_not_found`, except if that release replaces the served one (`insteadOf`), whose net prices cannot be read,
   * and the served one has the product: then it is `upstream_unavailable`, with a cause for the log that wraps
   * `missing`.
   */
  async function explainMissing(
    { insteadOf, locale }: AnswerKey,
    sku: string,
    missing: MissingProduct,
  ): Promise<ApiProblem> {
    const listed = insteadOf && (await documents.detail(insteadOf, locale, sku));
    if (!listed) return new ApiProblem('product_not_found');
    const text = `${sku} is new in ${insteadOf}, whose net prices cannot be read`;
    const cause = new Error(text, { cause: missing });
    return new ApiProblem('upstream_unavailable', undefined, { cause });
  }

  async function makeCatalog(kind: CatalogDocument, key: AnswerKey): Promise<Representation> {
    const { release, tier, locale } = key;
    const stored = await netPrices.catalogPricing(release, tier, locale);
    if (stored === undefined) throw missingPrice(key, 'the catalogue');
    const { rewrite, headers } = rewrites[kind](key);
    return toRepresentation('gzip', await rewriteGzip([stored], rewrite), headers);
  }

  function makerOf(kind: KeyedDocument, key: AnswerKey, sku: string): AnswerMaker {
    return kind === 'catalogPricing' || kind === 'priceList'
      ? { coding: 'gzip', make: () => makeCatalog(kind, key) }
      : { coding: 'identity', make: () => makeProduct(kind, key, sku) };
  }

  async function read(
    kind: KeyedDocument,
    request: AnswerRequest,
    sku: string,
  ): Promise<Representation> {
    try {
      const key = toAnswerKey(await releases.read(request.release), request);
      const name = nameOf(kind, key, sku);
      const maker = makerOf(kind, key, sku);
      return await answers.make(name, request.coding, maker).catch(async (error: unknown) => {
        throw error instanceof MissingProduct ? await explainMissing(key, sku, error) : error;
      });
    } catch (cause) {
      if (cause instanceof ApiProblem) throw cause;
      const code = isCorrupt(cause) ? 'internal_error' : 'upstream_unavailable';
      throw new ApiProblem(code, undefined, { cause });
    }
  }

  return {
    findCached(kind, request, sku) {
      const release = releases.findCached(request.release);
      if (release === undefined) return undefined;
      return answers.find(nameOf(kind, toAnswerKey(release, request), sku), request.coding);
    },
    detail: (request, sku) => read('detail', request, sku),
    productPricing: (request, sku) => read('productPricing', request, sku),
    catalogPricing: (request) => read('catalogPricing', request, ''),
    priceList: (request) => read('priceList', request, ''),
  };
}

/**
 * Thrown if a release lacks the requested product. Concurrent requests for one answer share the error, even if their
 * edges serve different releases; each request converts it to its own problem (`explainMissing`).
 */
class MissingProduct extends Error {
  override readonly name = 'MissingProduct';
}

function toAnswerKey(
  { release, insteadOf, defaultLocale }: ServedRelease,
  { tier, locale = defaultLocale }: AnswerRequest,
): AnswerKey {
  return { release, insteadOf, tier, locale };
}

/** Returns the name of an answer in the cache, such as `detail TEE100 c9e0eb1212d3af04 A3 en-CA`. */
function nameOf(kind: KeyedDocument, { release, tier, locale }: AnswerKey, sku: string): string {
  return `${kind} ${sku} ${release} ${tier} ${locale}`;
}

/** Returns true if the error means that stored data is corrupt (its shape, JSON or gzip); retrying cannot help. */
function isCorrupt(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof ZodError || error instanceof SyntaxError || /^Z_/.test(code ?? '');
}

/**
 * Returns `internal_error` for a missing net price, which is a bug: the build ensures that every product has a price in
 * every tier, and the guard of `npm run deploy` stops a release that removes a tier. `what` names the
 * product or the catalogue in the log.
 */
function missingPrice({ release, tier, locale }: AnswerKey, what: string): ApiProblem {
  const cause = new Error(`no net prices of ${what} for tier ${tier} in ${locale} of ${release}`);
  return new ApiProblem('internal_error', undefined, { cause });
}
