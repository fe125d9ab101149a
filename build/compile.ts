/**
 * The compiler: opens the content, makes each product (checks, renders and compresses it), checks the catalogue,
 * assembles the documents about all products, and finishes the release folder (docs/design.md, section 4).
 */
import { availableParallelism } from 'node:os';
import type { Manifest } from '../contract/release.ts';
import { assertNoErrors, checkCatalogue, toFindings } from './check/check-content.ts';
import { toSharedContent } from './content/content.ts';
import type { Day } from './content/dates.ts';
import type { Finding } from './content/findings/finding.ts';
import { addCoverage, type Coverage, measureCoverage } from './content/localize/coverage.ts';
import { localesOf, sharedTexts } from './content/localize/localized-texts.ts';
import { type OpenContent, openContent, readNetRows } from './content/open-content.ts';
import { datedFactsOf } from './dated-facts.ts';
import { type BuildMemory, createBuildMemory, createProductFinder } from './known-products.ts';
import { makeProducts, settingsOf } from './make-products.ts';
import type { Encoding } from './output/encode.ts';
import { createPool, whileOpen } from './output/pool.ts';
import { type PreviousRelease, readPreviousRelease } from './output/previous-release.ts';
import { type ReleaseFiles, whileWritingRelease } from './output/release-files.ts';
import type { ReleasedProduct } from './output/released-product.ts';
import { type CreatePages, noPages } from './output/shared-files.ts';
import { assembleRelease, finishRelease } from './output/write-release.ts';
import { assertAllMade, hasError, type Product, releasedProducts } from './product.ts';
import { type CatalogueContext, createCatalogueContexts, isSoldIn } from './render/context.ts';
import { createTask } from './worker.ts';

/** The input of `compile`: the folders, the public address, and how the release is made. */
export interface CompileOptions {
  /** Content folder. */
  readonly content: string;
  /** Output folder; releases are written below it. */
  readonly out: string;
  /** Public address of the API, without a trailing slash. */
  readonly baseUrl: string;
  /** Creates the pages of `/docs`. Without this function a release has no pages. */
  readonly pages?: CreatePages;
  /**
   * The moment, or the day such as `2026-12-01`, for which the release is made: the release has the products and prices
   * that are valid then. The default is now.
   */
  readonly at?: Date | Day;
  /**
   * How files are compressed: `full` (the default) makes gzip and Brotli forms; `none`, for `npm run dev`, compresses
   * only the exports.
   */
  readonly encoding?: Encoding;
  /**
   * Data of earlier builds of the same content with the same options, kept by a process that builds repeatedly.
   * Call `forgetChanged` before each build.
   */
  readonly memory?: BuildMemory;
  /** If true, warnings end the build as errors do; false by default. */
  readonly strict?: boolean;
  /**
   * Called after each finished product: `done` of `all` products are finished.
   */
  readonly onProgress?: (done: number, all: number) => void;
}

/** A release that `compile` made: its manifest, the warnings, and the numbers for the summary of the build. */
export interface Compilation {
  readonly manifest: Manifest;
  /** Number of products in the release. */
  readonly products: number;
  /** The warnings that the rules found in the content. */
  readonly warnings: readonly Finding[];
  /** Locale → number of products of the release that are sold there. */
  readonly productsByLocale: Readonly<Record<string, number>>;
  /** Locale → number of texts that the locale shows, by origin, such as its own language or the fallback language. */
  readonly coverage: Coverage;
  /** Numbers of rendered and of reused files in the release. */
  readonly documents: DocumentCounts;
}

/**
 * Compiles a content folder into a release below the output folder, without making it current. Throws `ContentError`
 * for errors in the content (with `strict`, for any finding), `ExpectedError` if the content folder does not exist, and
 * `ReleaseError` if the release cannot be written.
 */
export async function compile(options: CompileOptions): Promise<Compilation> {
  const { out, baseUrl, at, encoding = 'full', pages = noPages, strict = false } = options;
  const { memory = createBuildMemory() } = options;
  const previous = await readPreviousRelease(out);
  const content = await openContent(options.content, { memory: memory.content, ...(at && { at }) });
  const contexts = hasError(content.shared)
    ? []
    : createCatalogueContexts(toSharedContent(content.shared), { baseUrl });

  return whileWritingRelease(out, { previous, encoding }, async (files) => {
    const products = await makeAll(content, previous, { ...options, encoding, memory });

    const findings = await toFindings(content, checkCatalogue(content, products));
    assertNoErrors(findings, { strict });
    assertAllMade(products, content.shared.day);

    const released = releasedProducts(products);
    const assembly = {
      ...{ out, files, contexts, pages, compiler: previous.compiler },
      netRowsOf: createNetRowReader(content, products),
      findings: findingsOf(products),
      datedFacts: datedFactsOf(content, products),
    };
    await assembleRelease(released, assembly);
    const manifest = await finishRelease(released, assembly);

    memory.products = new Map(products.map((product) => [product.key, markReused(product)]));
    memory.releases = [...new Set([manifest.release, ...memory.releases])].slice(0, 2);
    const documents = countDocuments(released, files);
    return { manifest, warnings: findings, documents, ...summarize(content, products, contexts) };
  });
}

/** Makes every product of the content, or finds it among those of earlier builds. Sorted by SKU. */
async function makeAll(
  content: OpenContent,
  previous: PreviousRelease,
  options: CompileOptions & { readonly encoding: Encoding; readonly memory: BuildMemory },
): Promise<readonly Product[]> {
  const { out, baseUrl, encoding, memory, onProgress = () => {} } = options;
  const settings = settingsOf(content, { site: { baseUrl }, out, encoding });
  const pool = createPool({
    module: new URL('./worker.ts', import.meta.url).href,
    ...{ settings, work: { makeProducts: createTask(settings) } },
    ...{ inlineWeight: inlineBytes[encoding], threads: workerThreads(), folder: out },
  });
  const find = createProductFinder(content, { out, site: { baseUrl }, previous, memory });
  return whileOpen(pool, () => makeProducts(content, { pool, find, onProgress }));
}

/**
 * Encoding → number of bytes that this thread encodes itself before it starts worker threads: starting a thread takes
 * as long as encoding these bytes.
 */
const inlineBytes: Readonly<Record<Encoding, number>> = { full: 1 << 18, none: 1 << 22 };

/**
 * Returns the number of worker threads: at least one, otherwise one fewer than there are processors, because this
 * thread also makes products.
 */
function workerThreads(): number {
  return Math.max(1, availableParallelism() - 1);
}

/** Returns the function that parses the rows with the net prices and surcharges of a released product. */
function createNetRowReader(content: OpenContent, products: readonly Product[]) {
  const names = new Map(products.map((product) => [product.sku, product]));
  return ({ sku, indexed }: ReleasedProduct) =>
    readNetRows(content, names.get(sku) as Product, indexed.outline.product);
}

function findingsOf(products: readonly Product[]) {
  const faulty = products.filter(({ found }) => found.length > 0);
  return Object.fromEntries(faulty.map(({ sku, lines, found }) => [sku, { lines, found }]));
}

function markReused(product: Product): Product {
  const { released } = product;
  return released ? { ...product, released: { ...released, reused: true } } : product;
}

/** Numbers of files, without their compressed forms: rendered in this build, and taken from earlier builds. */
export interface DocumentCounts {
  readonly rendered: number;
  readonly reused: number;
}

function countDocuments(products: readonly ReleasedProduct[], files: ReleaseFiles): DocumentCounts {
  const counts = { ...files.counts() };
  for (const { indexed, reused } of products) {
    const { locales, pictures } = indexed;
    counts[reused ? 'reused' : 'rendered'] +=
      Object.keys(locales).length + Object.keys(pictures).length;
  }
  return counts;
}

function summarize(
  { shared }: OpenContent,
  products: readonly Product[],
  contexts: readonly CatalogueContext[],
): Pick<Compilation, 'products' | 'productsByLocale' | 'coverage'> {
  const shown = products.filter(({ released }) => released !== undefined);
  const listed = releasedProducts(products).map((product) => product.listed);
  return {
    products: listed.length,
    productsByLocale: Object.fromEntries(
      contexts.map(({ locale }) => [
        locale,
        listed.filter((product) => isSoldIn(product, locale)).length,
      ]),
    ),
    coverage: addCoverage([
      measureCoverage(sharedTexts(shared, localesOf(listed)), shared.catalogue.fallbackLanguage),
      ...shown.map(({ texts }) => texts),
    ]),
  };
}
