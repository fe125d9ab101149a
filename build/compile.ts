/** The compiler: load → check → localize → price → render → encode → release (design section 1). */
import type { Locale } from '../contract/locales.ts';
import type { Manifest } from '../contract/release.ts';
import { checkContent } from './check/check-content.ts';
import type { Finding } from './content/findings/finding.ts';
import { addCoverage, type Coverage, measureCoverage } from './content/localize/coverage.ts';
import { localesOf, sharedTexts } from './content/localize/localized-texts.ts';
import { type ContentSource, openSource, type SourceUnit } from './content/open-source.ts';
import { type ListedUnit, outlineOf } from './content/outline.ts';
import { toContent } from './content/to-content.ts';
import type { Encoding } from './output/encode.ts';
import { longDocuments } from './output/long-documents.ts';
import { createPool } from './output/pool.ts';
import { type PreviousRelease, readPreviousRelease } from './output/previous-release.ts';
import { createProductKeys } from './output/product-key.ts';
import type { RenderPages } from './output/shared-files.ts';
import type { ReadProduct } from './output/write-products.ts';
import {
  type DocumentCounts,
  type ReleaseWriting,
  type WrittenRelease,
  writeRelease,
} from './output/write-release.ts';
import type { RenderContext } from './render/context.ts';
import { createContexts } from './render/contexts.ts';
import type { Site } from './render/site.ts';

export interface CompileOptions {
  /** Content folder. */
  readonly content: string;
  /** Output folder; releases stand below it. */
  readonly out: string;
  /** Public address of the API, without a slash at its end. */
  readonly baseUrl: string;
  /** Renders the pages that people look at; none without. */
  readonly pages?: RenderPages;
  /** How hard files are compressed, `full` unless told. */
  readonly encoding?: Encoding;
  /** Takes warnings for errors. */
  readonly strict?: boolean;
  /** Told how far the build is: products written, of how many. */
  readonly onProgress?: (done: number, all: number) => void;
}

export interface Compilation {
  readonly manifest: Manifest;
  /** Number of products in the content. */
  readonly products: number;
  /** What the rules found, no error among it. */
  readonly warnings: readonly Finding[];
  /** Number of products by locale. */
  readonly productsByLocale: Readonly<Record<string, number>>;
  /** Where the texts of each locale come from. */
  readonly coverage: Coverage;
  readonly documents: DocumentCounts;
}

/**
 * Compiles a content folder into a release, which is not current yet. Throws `ContentError` for faults in
 * the content, and `ReleaseError` when the release cannot be written.
 */
export async function compile(options: CompileOptions): Promise<Compilation> {
  const { content: folder, out, baseUrl, strict = false } = options;
  const previous = await readPreviousRelease(out);
  const source = await openSource(folder);
  const keyOf = createProductKeys(source, { baseUrl });
  const cleanOutline = (unit: SourceUnit) => {
    const entry = previous.product(unit.sku, keyOf(unit))?.entry;
    return entry?.isClean ? entry.outline : undefined;
  };
  const { units, warnings } = await checkContent(source, { strict, cleanOutline });
  const products = units.map(({ product }) => product);
  const content = toContent(source.shared);
  const contexts = createContexts(content, { baseUrl }, products);
  const read = createProductReader(source, { baseUrl });
  const catalogue = { previous, contexts, units, keyOf, read };
  const { manifest, counts } = await write(catalogue, options);
  return {
    manifest,
    products: units.length,
    warnings,
    productsByLocale: Object.fromEntries(
      contexts.map((context) => [context.locale, context.products.length]),
    ),
    coverage: addCoverage([
      measureCoverage(
        sharedTexts(content, localesOf(products)),
        content.catalogue.fallbackLanguage,
      ),
      ...units.map(({ texts }) => texts),
    ]),
    documents: counts,
  };
}

/** Makes what reads units and gives each product with its prices, stock and outline, in the same order. */
function createProductReader(source: ContentSource, site: Site) {
  return async (units: readonly ListedUnit[]): Promise<readonly ReadProduct[]> => {
    const content = toContent(await source.soundDraftOf(units));
    const products = content.products.map(({ product }) => product);
    const contexts = createContexts(content, site, products);
    const byLocale = new Map(contexts.map((context) => [context.locale, context]));
    const contextOf = (locale: Locale) => byLocale.get(locale) as RenderContext;
    return products.map((product, index) => {
      const { texts } = units[index] as ListedUnit;
      return { product, contextOf, outline: outlineOf(product, texts) };
    });
  };
}

/** What a release is made from. */
type Catalogue = Pick<ReleaseWriting, 'contexts' | 'units' | 'keyOf' | 'read'> & {
  readonly previous: PreviousRelease;
};

/** Writes a release, which is not current yet. */
async function write(
  catalogue: Catalogue,
  { out, pages = () => [], encoding = 'full', onProgress = () => {} }: CompileOptions,
): Promise<WrittenRelease> {
  const documents = longDocuments(catalogue.contexts);
  const pool = createPool(encoding);
  try {
    return await writeRelease({
      ...catalogue,
      ...{ pool, out, documents, pages, encoding, onProgress },
    });
  } finally {
    await pool.close();
  }
}
