/**
 * The compiler: opens the content, makes each product (checks, renders and compresses it), assembles the documents
 * about all products, and completes the release folder, with links to the objects (docs/design.md, section 4).
 */
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Manifest } from '../contract/release.ts';
import { assertNoErrors, toFindings } from './check/check-content.ts';
import { toSharedContent } from './content/content.ts';
import type { Day } from './content/dates.ts';
import { ContentError, type Finding } from './content/findings/finding.ts';
import { addCoverage, type Coverage, measureCoverage } from './content/localize/coverage.ts';
import { localesOf, sharedTexts } from './content/localize/localized-texts.ts';
import { type OpenContent, openContent } from './content/open-content.ts';
import { hashInThread } from './content/product-files.ts';
import { datedFactsOf } from './dated-facts.ts';
import { findFaults, foundRecordFile } from './known-findings.ts';
import {
  type BuildMemory,
  createBuildMemory,
  findKnownProducts,
  recycleOldest,
  rememberMade,
} from './known-products.ts';
import { makeProducts, settingsOf } from './make-products.ts';
import { handledLater } from './output/all-of.ts';
import { withPartStore } from './output/assembly.ts';
import type { Encoding } from './output/encode.ts';
import { compressExports } from './output/export-segments.ts';
import { longDocuments } from './output/long-documents.ts';
import { createPool, whileOpen } from './output/pool.ts';
import { type PreviousRelease, readPreviousRelease } from './output/previous-release.ts';
import { whileWritingRelease } from './output/release-files.ts';
import { type CreatePages, noPages } from './output/shared-files.ts';
import { hashShared } from './output/shared-hash.ts';
import {
  assembleDocuments,
  assembleLists,
  type DocumentCounts,
  finishRelease,
} from './output/write-release.ts';
import { assertAllMade, hasError, type Product, releasedProducts } from './product.ts';
import { createCatalogueContexts, isSoldIn } from './render/context.ts';
import { createTasks } from './worker.ts';

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
   * that are valid then. The default is now (decision 65).
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
  /** Called after each finished product: `done` of `all` products are finished. */
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
  const { out, pages = noPages, strict = false, onProgress = () => {} } = options;
  const { memory = createBuildMemory() } = options;
  const opening = { memory: memory.content, ...(options.at && { at: options.at }) };
  const previous = await readPreviousRelease(out);
  const hashed = handledLater(workAhead(options.content, previous, memory));
  const content = await openContent(options.content, opening);
  if (content.products.length > manyProducts) limitHeap();
  const build = await prepare(content, previous, options, memory);
  for (const [file, hash] of await hashed) content.hashes.set(file, hash);
  return whileWritingRelease(out, build, async (files) => {
    const parts = join(files.folder, 'parts');
    // The threads end with these steps, because the next ones need their memory.
    const { made, segments } = await whileOpen(build.pool, () =>
      withPartStore(parts, async (store) => {
        const made = await makeProducts(content, { ...build, store, onProgress });
        // A process that builds again needs the rows for its next build.
        if (options.memory === undefined && hasMadeMany(made)) freeRows(content);
        const products = isFaulty(content, made) ? [] : releasedProducts(made);
        return { made, segments: await compressExports(products, { ...build, store }) };
      }),
    );
    const check = () => findFaults(content, made, build);
    // Content with errors makes no release.
    if (isFaulty(content, made)) throw new ContentError(await toFindings(content, check().found));
    // Before the first file is written, because `public/` of an old release is moved into the folder.
    const existing = recycleOldest(memory, out, files.folder);
    const datedFacts = datedFactsOf(content, made);
    const assembling = {
      ...build,
      ...{ out, existing, files, pages, store: parts, segments, datedFacts },
    };
    // Node.js compresses the lists on its own threads while the rules about the catalogue run.
    const lists = await assembleLists(releasedProducts(made), assembling);
    const faults = check();
    const findings = await toFindings(content, faults.found);
    assertNoErrors(findings, { strict });
    assertAllMade(made, content.shared.day);
    files.addRecord(foundRecordFile, faults);
    const assembled = await assembleDocuments(lists, assembling);
    const { manifest, counts } = await finishRelease(assembled, assembling);
    const { release } = manifest;
    if (options.memory) rememberMade(memory, content, { ...assembled, release, made });
    return { manifest, warnings: findings, documents: counts, ...summarize(content, made, build) };
  });
}

/** Number of products above which a build limits the growth of the heap (`limitHeap`) and frees the tables. */
const manyProducts = 20_000;

/**
 * Makes V8 collect garbage whenever the heap has grown by 40 %, in all threads from now on. By default V8 lets the heap
 * grow fourfold, which is faster but takes too much memory for 100,000 products.
 */
function limitHeap(): void {
  setFlagsFromString('--heap-growing-percent=40');
}

/**
 * Returns true if a build has made more than `manyProducts` products instead of reusing them, so that it frees the
 * memory of the tables. Other builds do not: they may not have located the rows of all products in the tables yet, and
 * `freeRows` would do that first, which takes 0.2 s for 10,000 products.
 */
function hasMadeMany(products: readonly Product[]): boolean {
  return products.filter(({ outline }) => outline !== undefined).length > manyProducts;
}

/**
 * Frees the memory of the tables at once, because the next steps need memory: the tables are outside V8's heap, so that
 * V8 would not collect them for a while.
 */
function freeRows(content: OpenContent): void {
  content.freeRows();
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/**
 * Starts two tasks that run while this thread opens the content: to look for damaged objects of the previous release
 * (`previous.damagedObjects` returns the result), and to hash the product files. Each runs in a thread if there are
 * many objects or files. Resolves to path of a product file → SHA-256; the map is empty if the previous release has few
 * products, or if `memory` already has the content or the hashes.
 */
async function workAhead(
  folder: string,
  previous: PreviousRelease,
  memory: BuildMemory,
): Promise<ReadonlyMap<string, string>> {
  if (memory.content.content !== undefined) return new Map();
  void previous.damagedObjects();
  // `npm run dev` has the hashes of the files that did not change.
  return memory.content.hashes.size > 0 ? new Map() : hashInThread(folder, previous.products);
}

/**
 * Encoding → number of bytes that the compiling thread encodes itself before it starts worker threads: starting a
 * thread takes as long as encoding these bytes.
 */
const inlineBytes: Readonly<Record<Encoding, number>> = { full: 1 << 18, none: 1 << 22 };

/**
 * Returns the number of worker threads: at least one, otherwise one fewer than there are processors, because the
 * compiling thread also runs tasks. One more thread gained nothing and took up to 7 % more processor time, because V8
 * optimizes the same code in each thread.
 */
function workerThreads(): number {
  return Math.max(1, availableParallelism() - 1);
}

/**
 * Returns the data that all steps of a build share, such as the previous release, the worker pool and a render context
 * for each locale. If the shared content has errors, the list of contexts is empty, so that nothing is rendered.
 */
async function prepare(
  content: OpenContent,
  previous: PreviousRelease,
  { out, baseUrl, encoding = 'full' }: CompileOptions,
  memory: BuildMemory,
) {
  const site = { baseUrl };
  const contexts = hasError(content.shared)
    ? []
    : createCatalogueContexts(toSharedContent(content.shared), site);
  const documents = longDocuments(contexts);
  const settings = settingsOf(content, { site, out, encoding });
  const pool = createPool({
    // TypeScript or compiled, like this module (decision 58). In a thread of `npm run dev`, tsx
    // compiles it to CommonJS, which has no `import.meta.resolve`.
    module: new URL(`./worker${extname(import.meta.filename)}`, import.meta.url).href,
    ...{ settings, work: createTasks(settings) },
    inlineWeight: inlineBytes[encoding],
    threads: workerThreads(),
    folder: out,
  });
  const paths = documents.map(({ paths: [path] }) => path);
  const shared = hashShared(content, site);
  const known = await findKnownProducts(content, { previous, memory, paths, shared });
  const inputs = { shared, tables: content.hashTables() };
  return { contexts, documents, encoding, pool, previous, inputs, known };
}

/**
 * Returns true if the shared content or a product has an error. Faults that the rules about the catalogue find are not
 * considered.
 */
function isFaulty({ shared }: OpenContent, products: readonly Product[]): boolean {
  return hasError(shared) || products.some(hasError);
}

function summarize(
  { shared }: OpenContent,
  products: readonly Product[],
  { contexts }: Pick<Awaited<ReturnType<typeof prepare>>, 'contexts'>,
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
