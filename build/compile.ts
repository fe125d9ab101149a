/**
 * The compiler: opens the content, makes each product (checks, renders and compresses it), assembles the documents
 * about all products, and completes the release folder, with links to the objects (docs/design.md, section 4).
 */
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Manifest } from '../contract/release.ts';
import { assertNoErrors, toFindings } from './check/check-content.ts';
import type { Day } from './content/dates.ts';
import { ContentError, type Finding } from './content/findings/finding.ts';
import { addCoverage, type Coverage, measureCoverage } from './content/localize/coverage.ts';
import { localesOf, sharedTexts } from './content/localize/localized-texts.ts';
import { type OpenContent, openContent } from './content/open-content.ts';
import { datedFactsOf } from './dated-facts.ts';
import { findFaults, foundRecordFile } from './known-findings.ts';
import {
  type BuildMemory,
  createBuildMemory,
  type KnownProducts,
  recycleOldest,
  rememberMade,
  withoutDamaged,
} from './known-products.ts';
import { makeProducts } from './make-products.ts';
import { handledLater } from './output/all-of.ts';
import { withPartStore } from './output/assembly.ts';
import type { Encoding } from './output/encode.ts';
import { compressExports } from './output/export-segments.ts';
import { createPool, whileOpen } from './output/pool.ts';
import { readPreviousRelease } from './output/previous-release.ts';
import { whileWritingRelease } from './output/release-files.ts';
import { type CreatePages, noPages } from './output/shared-files.ts';
import {
  assembleDocuments,
  assembleLists,
  type DocumentCounts,
  finishRelease,
} from './output/write-release.ts';
import { type Build, prepareBuild, workAhead } from './prepare-build.ts';
import { assertAllMade, hasError, type Product, releasedProducts } from './product.ts';
import { isSoldIn } from './render/context.ts';

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
   * Called after each finished product: `done` of `all` products are finished. Begins again at 1 if damaged objects are
   * found, so that products must be made again.
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
 * for errors in the content (with `strict`, for any finding), `ExpectedError` if the content folder does not exist or a
 * table changes during the build, and `ReleaseError` if the release cannot be written.
 */
export async function compile(options: CompileOptions): Promise<Compilation> {
  const { memory = createBuildMemory(), encoding = 'full' } = options;
  const previous = await readPreviousRelease(options.out);
  const hashed = handledLater(workAhead(options.content, previous, memory));
  const content = await openContent(options.content, {
    memory: memory.content,
    // A process that builds again keeps the tables in memory for its next builds.
    ...(options.memory === undefined && { plain: previous.plainTables }),
    ...(options.at && { at: options.at }),
  });
  if (content.products.length > manyProducts) limitHeap();
  const build = await prepareBuild(content, { ...options, encoding, previous, memory });
  for (const [file, hash] of await hashed) content.hashes.set(file, hash);
  try {
    return await makeRelease(content, build, options);
  } catch (error) {
    // No fault of the content depends on objects.
    if (error instanceof ContentError) throw error;
    const damaged = await build.known.damagedObjects().catch(() => {
      // If the search fails, too, the first error is the one to report.
      throw error;
    });
    if (damaged.size === 0) throw error;
    return makeRelease(content, { ...build, known: withoutDamaged(build.known, damaged) }, options);
  }
}

/**
 * Makes a release from opened content. Reuses known products before it is known whether their objects (the folders of
 * their files) are damaged, because the search takes longer than most edits. If the object of a reused product is
 * damaged, rejects at the latest before it completes the release, maybe with the error that a missing file has caused.
 * Otherwise rejects with the errors of `compile`.
 */
async function makeRelease(
  content: OpenContent,
  build: Build,
  { out, pages = noPages, strict = false, onProgress = () => {}, memory }: CompileOptions,
): Promise<Compilation> {
  return whileWritingRelease(out, build, async (files) => {
    const parts = join(files.folder, 'parts');
    const pool = createPool(build.pooling);
    // The threads end with these steps, because the next ones need their memory.
    const { made, segments } = await whileOpen(pool, () =>
      withPartStore(parts, async (store) => {
        const made = await makeProducts(content, { ...build, pool, store, onProgress });
        // A process that builds again needs the rows for its next build.
        if (memory === undefined && hasMadeMany(made)) {
          await assertUndamaged(build.known, made);
          freeRows(content);
        }
        const products = isFaulty(content, made) ? [] : releasedProducts(made);
        return { made, segments: await compressExports(products, { ...build, pool, store }) };
      }),
    );
    const check = () => findFaults(content, made, build);
    // Content with errors makes no release.
    if (isFaulty(content, made)) throw new ContentError(await toFindings(content, check().found));
    // Before the first file is written, because `public/` of an old release is moved into the folder.
    const existing = memory ? recycleOldest(memory, out, files.folder) : new Map<string, string>();
    const datedFacts = datedFactsOf(content, made);
    const assembling = {
      ...build,
      ...{ out, existing, files, pages, store: parts, segments, datedFacts },
      objectsChecked: handledLater(assertUndamaged(build.known, made)),
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
    if (memory) rememberMade(memory, content, { ...assembled, release, made });
    return { manifest, warnings: findings, documents: counts, ...summarize(content, made, build) };
  });
}

/** Rejects with an `Error` if `made` has known products whose objects are missing or damaged. */
async function assertUndamaged(known: KnownProducts, made: readonly Product[]): Promise<void> {
  const damaged = await known.damagedObjects();
  const lost = made.filter(
    ({ released }) => released && 'offsets' in released.parts && damaged.has(released.object),
  );
  if (lost.length > 0) throw new Error(`objects of ${lost.length} known products are damaged`);
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
 * Returns true if the shared content or a product has an error. Faults that the rules about the catalogue find are not
 * considered.
 */
function isFaulty({ shared }: OpenContent, products: readonly Product[]): boolean {
  return hasError(shared) || products.some(hasError);
}

function summarize(
  { shared }: OpenContent,
  products: readonly Product[],
  { contexts }: Pick<Build, 'contexts'>,
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
