/**
 * The compiler: opens the content, makes each product (checks, renders and compresses it), checks the catalogue,
 * assembles the documents about all products, and finishes the release folder (docs/design.md, section 4).
 */
import { assertNoErrors, checkCatalogue, toFindings } from './check/check-content.ts';
import { type Compilation, summarize } from './compilation.ts';
import { toSharedContent } from './content/content.ts';
import type { Day } from './content/dates.ts';
import { type OpenContent, openContent, readNetRows } from './content/open-content.ts';
import { datedFactsOf } from './dated-facts.ts';
import { type BuildMemory, createBuildMemory, createProductFinder } from './known-products.ts';
import { makeProducts } from './make-products.ts';
import { compilerVersion } from './output/compiler-version.ts';
import type { Encoding } from './output/encode.ts';
import { whileWritingRelease } from './output/release-files.ts';
import { type ReleasedProduct, readPreviousRelease } from './output/release-records.ts';
import { type CreatePages, noPages } from './output/shared-files.ts';
import { writeRelease } from './output/write-release.ts';
import { assertAllMade, hasError, type Product, releasedProducts } from './product.ts';
import { createCatalogueContexts } from './render/context.ts';

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
   * nothing and makes no exports.
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

/**
 * Compiles a content folder into a release below the output folder, without making it current. Throws `ContentError`
 * for errors in the content (with `strict`, for any finding), `ExpectedError` if the content folder does not exist, and
 * `ReleaseError` if the release cannot be written.
 */
export async function compile(options: CompileOptions): Promise<Compilation> {
  const { out, baseUrl, at, encoding = 'full', pages = noPages, strict = false } = options;
  const { memory = createBuildMemory(), onProgress = () => {} } = options;
  const site = { baseUrl };

  // open
  const compiler = await compilerVersion();
  const previous = await readPreviousRelease(out, compiler);
  const content = await openContent(options.content, { memory: memory.content, ...(at && { at }) });
  const contexts = hasError(content.shared)
    ? []
    : createCatalogueContexts(toSharedContent(content.shared), site);

  return whileWritingRelease(out, { previous, encoding }, async (files) => {
    // make
    const find = createProductFinder(content, { out, site, compiler, previous, memory });
    const products = await makeProducts(content, { out, site, encoding, find, onProgress });

    // check
    const findings = await toFindings(content, checkCatalogue(content, products));
    assertNoErrors(findings, { strict });
    assertAllMade(products, content.shared.day);

    // assemble and finish
    const manifest = await writeRelease(releasedProducts(products), {
      ...{ out, files, encoding, compiler, contexts, pages, memory },
      ...{ netRowsOf: createNetRowReader(content, products), day: content.shared.day },
      findings: findingsOf(products),
      datedFacts: datedFactsOf(content, products),
    });
    memory.products = new Map(products.map((product) => [product.key, markReused(product)]));
    memory.releases = [...new Set([manifest.release, ...memory.releases])].slice(0, 3);
    const summary = summarize(content, products, { contexts, files });
    return { manifest, warnings: findings, ...summary };
  });
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
