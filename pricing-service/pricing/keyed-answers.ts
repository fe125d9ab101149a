/**
 * Keyed answers, made once for each release, tier, locale, product and coding, then kept: no
 * account's answer differs from another's of the same tier.
 */
import { ZodError } from 'zod';
import type { Locale } from '../../contract/locales.ts';
import { addRelease, mergeDetail, toProductPricing } from '../../contract/net-pricing.ts';
import { priceListText } from '../../contract/price-list.ts';
import { ApiProblem } from '../../contract/problem.ts';
import type { Coding } from '../../contract/representation.ts';
import { csvMediaType } from '../../contract/spreadsheet.ts';
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
  find(kind: KeyedDocument, wanted: Wanted, sku: string): Representation | undefined;
  detail(wanted: Wanted, sku: string): Promise<Representation>;
  productPricing(wanted: Wanted, sku: string): Promise<Representation>;
  catalogPricing(wanted: Wanted): Promise<Representation>;
  /** The prices of the catalogue as CSV. */
  priceList(wanted: Wanted): Promise<Representation>;
}

/** Documents that a key is needed for, by the name of the member above; one of a whole catalogue has an empty SKU. */
export type KeyedDocument = ProductDocument | CatalogDocument;

/** Everything an answer is made from is of one release. */
interface AnswerKey {
  readonly release: string;
  /** The release that the edge serves, if the one before answers instead of it. */
  readonly insteadOf: string | undefined;
  readonly locale: Locale;
  readonly tier: string;
}

/** The documents of one product, and how each is made. */
const merges = { detail: mergeDetail, productPricing: toProductPricing } as const;
type ProductDocument = keyof typeof merges;

type Pieces = AsyncIterable<string>;

/** The documents of a whole catalogue: how each is made from the stored text, and the headers it has if not JSON's. */
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
 * Bytes of kept answers, all together: a hundred thousand details, or every catalogue. The process takes
 * nearly twice as much resident memory (decision 38); `MemoryMax` of its systemd unit allows for that.
 */
export const defaultMaxBytes = 256 * 1024 * 1024;

export function createKeyedAnswers(sources: {
  releases: Pick<ServedReleases, 'read' | 'known'>;
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
    if (detail === undefined) throw await explainMissing(key, sku);
    const netPrice = await netPrices.netPrice(release, tier, locale, sku);
    if (netPrice === undefined) throw withoutPrice(key, sku);
    const document = merges[kind](detail, tier, netPrice);
    return toRepresentation('identity', Buffer.from(JSON.stringify(document)));
  }

  /** A product that is listed exists, also while the release before answers, which may lack it. */
  async function explainMissing(
    { insteadOf, locale }: AnswerKey,
    sku: string,
  ): Promise<ApiProblem> {
    const listed = insteadOf && (await documents.detail(insteadOf, locale, sku));
    if (!listed) return new ApiProblem('product_not_found');
    const cause = new Error(`${sku} is new in ${insteadOf}, whose net prices cannot be read`);
    return new ApiProblem('upstream_unavailable', undefined, { cause });
  }

  async function makeCatalog(kind: CatalogDocument, key: AnswerKey): Promise<Representation> {
    const { release, tier, locale } = key;
    const stored = await netPrices.catalogPricing(release, tier, locale);
    if (stored === undefined) throw withoutPrice(key, 'the catalogue');
    const { rewrite, headers } = rewrites[kind](key);
    return toRepresentation('gzip', await rewritePacked([stored], rewrite), headers);
  }

  function recipeOf(kind: KeyedDocument, key: AnswerKey, sku: string): Recipe {
    return kind === 'catalogPricing' || kind === 'priceList'
      ? { coding: 'gzip', make: () => makeCatalog(kind, key) }
      : { coding: 'identity', make: () => makeProduct(kind, key, sku) };
  }

  async function read(kind: KeyedDocument, wanted: Wanted, sku: string): Promise<Representation> {
    try {
      const key = toAnswerKey(await releases.read(wanted.release), wanted);
      const name = nameOf(kind, key, sku);
      return await answers.make(name, wanted.coding, recipeOf(kind, key, sku));
    } catch (cause) {
      if (cause instanceof ApiProblem) throw cause;
      const code = cannotBeRead(cause) ? 'internal_error' : 'upstream_unavailable';
      throw new ApiProblem(code, undefined, { cause });
    }
  }

  return {
    find(kind, wanted, sku) {
      const facts = releases.known(wanted.release);
      return facts && answers.find(nameOf(kind, toAnswerKey(facts, wanted), sku), wanted.coding);
    },
    detail: (wanted, sku) => read('detail', wanted, sku),
    productPricing: (wanted, sku) => read('productPricing', wanted, sku),
    catalogPricing: (wanted) => read('catalogPricing', wanted, ''),
    priceList: (wanted) => read('priceList', wanted, ''),
  };
}

function toAnswerKey(
  { release, insteadOf, defaultLocale }: ServedRelease,
  { tier, locale = defaultLocale }: Wanted,
): AnswerKey {
  return { release, insteadOf, tier, locale };
}

/** Tells answers apart: nothing else has a part in one. */
function nameOf(kind: KeyedDocument, { release, tier, locale }: AnswerKey, sku: string): string {
  return `${kind} ${sku} ${release} ${tier} ${locale}`;
}

/** True if stored data is corrupt (its shape, JSON or gzip); retrying cannot help. */
function cannotBeRead(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof ZodError || error instanceof SyntaxError || /^Z_/.test(code ?? '');
}

/** A price that ought to be there is never another one's: the build refuses a product without it. */
function withoutPrice({ release, tier, locale }: AnswerKey, what: string): ApiProblem {
  const cause = new Error(`no net prices of ${what} for tier ${tier} in ${locale} of ${release}`);
  return new ApiProblem('internal_error', undefined, { cause });
}
