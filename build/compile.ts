/**
 * The compiler: opens the content, makes each product (checks, renders and compresses it), checks the catalogue,
 * assembles the documents about all products, and finishes the release folder (docs/design.md, section 4).
 */
import { assertNoErrors, checkCatalogue, toFindings } from './check/check-content.ts';
import { toSharedContent } from './content/content.ts';
import type { Day } from './content/dates.ts';
import { openContent, readNetRows } from './content/open-content.ts';
import { type BuildMemory, createBuildMemory } from './known-products.ts';
import { makeProducts } from './make-products.ts';
import { compilerVersion } from './output/compiler-version.ts';
import type { Encoding } from './output/encode.ts';
import { whileWritingRelease } from './output/release-files.ts';
import { readPreviousRelease } from './output/release-records.ts';
import { type CreatePages, noPages } from './output/shared-files.ts';
import { writeRelease } from './output/write-release.ts';
import { hasError } from './product.ts';
import { datedFactsOf, summarize } from './release-facts.ts';
import { createCatalogueContexts } from './render/context.ts';

/** The input of `compile`: the folders, the public address, and how the release is made. */
export interface CompileOptions {
  /** Content folder. */
  readonly content: string;
  /** Output folder; releases are written below it. */
  readonly out: string;
  /** Public address of the API, without a trailing slash. */
  readonly baseUrl: string;
  /** Creates the pages of `/docs`; by default there are none. */
  readonly pages?: CreatePages;
  /** The moment, or the day, whose products and prices the release has; now by default. */
  readonly at?: Date | Day;
  /** `full` (the default) makes gzip and Brotli forms; `none`, for `npm run dev`, compresses and exports nothing. */
  readonly encoding?: Encoding;
  /** Data of earlier builds of the same content with the same options. Call `forgetChanged` before each build. */
  readonly memory?: BuildMemory;
  /** If true, warnings end the build as errors do; false by default. */
  readonly strict?: boolean;
  /** Called after each finished product: `done` of `all` products are finished. */
  readonly onProgress?: (done: number, all: number) => void;
}

/** A compiled release: its manifest, the warnings about the content, and the numbers for the summary of the build. */
export type Compilation = Awaited<ReturnType<typeof compile>>;

/**
 * Compiles a content folder into a release below the output folder, without making it current. Throws `ContentError`
 * for errors in the content (with `strict`, for any finding), `ExpectedError` if the content folder does not exist, and
 * `ReleaseError` if the release cannot be written.
 */
export async function compile(options: CompileOptions) {
  const { out, baseUrl, at, encoding = 'full', pages = noPages, strict = false } = options;
  const { memory = createBuildMemory(), onProgress = () => {} } = options;
  const site = { baseUrl };

  // open
  const compiler = await compilerVersion();
  const previous = await readPreviousRelease(out, compiler);
  const content = await openContent(options.content, { memory: memory.content, ...(at && { at }) });
  const { shared } = content;
  const contexts = hasError(shared) ? [] : createCatalogueContexts(toSharedContent(shared), site);

  return whileWritingRelease(out, { previous, encoding }, async (files) => {
    const common = { out, encoding, compiler, memory };

    // make
    const products = await makeProducts(content, { ...common, site, previous, onProgress });

    // check
    const warnings = await toFindings(content, checkCatalogue(content, products));
    assertNoErrors(warnings, { strict });

    // assemble and finish
    const datedFacts = datedFactsOf(content, products);
    const released = products.flatMap((product) => product.released ?? []);
    const faulty = products.filter(({ found }) => found.length > 0);
    const manifest = await writeRelease(released, {
      ...{ ...common, files, contexts, pages, day: shared.day, datedFacts },
      netRowsOf: (product) => readNetRows(content, product, product.indexed.outline.product),
      findings: Object.fromEntries(faulty.map(({ sku, lines, found }) => [sku, { lines, found }])),
    });
    memory.products = new Map(products.map((product) => [product.key, product]));
    memory.releases = [...new Set([manifest.release, ...memory.releases])].slice(0, 3);
    return { manifest, warnings, ...summarize(content, released, files) };
  });
}
