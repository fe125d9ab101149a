/**
 * Collects the data of a release that the pages of `/docs` show, and hashes this data and the shared content. A build
 * with the same code and texts as the last one renders the pages again only if this hash has changed.
 */

import { sha256 } from '../../build/content/sha256.ts';
import type { PageFacts } from '../../build/output/shared-files.ts';
import { openApiSiteOf } from '../../build/render/addresses.ts';
import { type CatalogueContext, isSoldIn } from '../../build/render/context.ts';
import type { Locale } from '../../contract/locales.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import type { PageLanguage } from './addresses.ts';
import type { PlaceholderValues, SampleInput } from './expand.ts';
import { chooseSampleProduct, createPlaceholderValues } from './placeholder-values.ts';
import { listOperations, readOpenApiDocument } from './reference/openapi.ts';
import { computeSampleOutputs, type SampleOutputs } from './sample-outputs.ts';

/**
 * The data of a release that the pages of `/docs` show, except the content that all products share (settings, colours,
 * size charts and so on): the pages read it from `PageFacts.contexts`.
 */
export interface DocsData {
  /** The locales in which at least one product is sold. */
  readonly soldIn: readonly Locale[];
  /** Locale and id of a size chart → SKUs of the products that have it and are sold there. */
  readonly chartSkus: ReadonlyMap<string, readonly string[]>;
  /** The data for the pages of each language. */
  readonly byLanguage: Readonly<Record<PageLanguage, LanguageData>>;
}

/** The data that the pages of one language show. */
export interface LanguageData {
  /** The base URL, locale and product in the requests of the code samples. */
  readonly input: SampleInput;
  /** Values of the `{{name}}` placeholders in the Markdown texts. */
  readonly values: PlaceholderValues;
  /** The outputs that the code samples print. */
  readonly outputs: SampleOutputs;
}

/**
 * Returns the data of a release that the pages show, in each language. Reads the details of some products; throws the
 * errors of `readDetail`.
 */
export function collectDocsData(release: PageFacts): DocsData {
  const facts = { ...release, readDetail: readOnce(release.readDetail) };
  const [context] = facts.contexts as readonly [CatalogueContext];
  const dataOf = (language: PageLanguage): LanguageData => {
    const sample = chooseSampleProduct(language, facts);
    const api = readOpenApiDocument(openApiSiteOf(context), language);
    const input = { baseUrl: context.site.baseUrl, ...sample };
    return {
      input,
      values: createPlaceholderValues(language, facts, listOperations(api)),
      outputs: computeSampleOutputs(input, facts),
    };
  };
  return {
    soldIn: facts.contexts
      .map(({ locale }) => locale)
      .filter((locale) => facts.products.some((product) => isSoldIn(product, locale))),
    chartSkus: groupByChart(release),
    byLanguage: { en: dataOf('en'), fr: dataOf('fr') },
  };
}

function groupByChart({ contexts, products }: PageFacts): DocsData['chartSkus'] {
  const groups = new Map<string, string[]>();
  for (const { locale } of contexts) {
    for (const product of products) {
      if (product.sizeChart === undefined || !isSoldIn(product, locale)) continue;
      const key = `${locale} ${product.sizeChart}`;
      const own = groups.get(key);
      if (own) own.push(product.sku);
      else groups.set(key, [product.sku]);
    }
  }
  return groups;
}

/**
 * Returns a function like `read` that remembers product details, because the pages of both languages use the same
 * details.
 */
function readOnce(read: PageFacts['readDetail']): PageFacts['readDetail'] {
  const details = new Map<string, ProductDetail | undefined>();
  return (sku, locale) => {
    const key = `${locale} ${sku}`;
    if (!details.has(key)) details.set(key, read(sku, locale));
    return details.get(key);
  };
}

/**
 * Returns the SHA-256, in hexadecimal, of the shared content in `contexts` and of `data`. If two releases have the same
 * hash and are rendered by the same code from the same texts, their pages are equal.
 */
export function hashDocsData(contexts: PageFacts['contexts'], data: DocsData): string {
  const [{ content, site }] = contexts as readonly [CatalogueContext];
  const shared = JSON.stringify([content, site, contexts.map(({ locale }) => locale)]);
  const mapsToLists = (_name: string, value: unknown) =>
    value instanceof Map ? [...value] : value;
  return sha256(shared + JSON.stringify(data, mapsToLists));
}
