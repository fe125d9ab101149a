/** Prepares a build: reads ahead in threads, and collects the data that its steps share. */
import { availableParallelism } from 'node:os';
import { toSharedContent } from './content/content.ts';
import type { OpenContent } from './content/open-content.ts';
import { hashInThread } from './content/product-files.ts';
import { type BuildMemory, findKnownProducts, type KnownProducts } from './known-products.ts';
import { settingsOf } from './make-products.ts';
import type { Encoding } from './output/encode.ts';
import { type LongDocument, longDocuments } from './output/long-documents.ts';
import type { PoolOptions } from './output/pool.ts';
import type { PreviousRelease } from './output/previous-release.ts';
import type { SharedInputs } from './output/release-index.ts';
import { hashShared } from './output/shared-hash.ts';
import { hasError } from './product.ts';
import { type CatalogueContext, createCatalogueContexts } from './render/context.ts';
import { type BuildTasks, createTasks } from './worker.ts';

/**
 * Does two things while this thread opens the content: hashes the product files in a thread, then starts the search for
 * damaged objects (an object is the folder of a product's public files) of the previous release. Does not wait for the
 * search, which uses a thread if there are many objects: `previous.damagedObjects` returns the result. Resolves to path
 * of a product file → SHA-256. If the previous release has few products, or if `memory` already has hashes, hashes no
 * files and resolves to an empty map, but starts the search. If `memory` already has the content, does neither and
 * resolves to an empty map.
 */
export async function workAhead(
  folder: string,
  previous: PreviousRelease,
  memory: BuildMemory,
): Promise<ReadonlyMap<string, string>> {
  if (memory.content.content !== undefined) return new Map();
  // `npm run dev` has the hashes of the files that did not change.
  const isKnown = memory.content.hashes.size > 0;
  const hashes = isKnown ? new Map() : await hashInThread(folder, previous.products);
  // Later, because the build needs the hashes first, and a second thread would slow down the first.
  void previous.damagedObjects();
  return hashes;
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

/** The data that the steps of a build share. */
export interface Build {
  /** A render context for each locale; none if the shared content has errors, so that nothing is rendered. */
  readonly contexts: readonly CatalogueContext[];
  /** The long documents of the release, such as the product lists; none if there is no context. */
  readonly documents: readonly LongDocument[];
  readonly encoding: Encoding;
  /** The options of the pool that makes products and compresses exports. */
  readonly pooling: PoolOptions<BuildTasks>;
  readonly previous: PreviousRelease;
  readonly inputs: SharedInputs;
  readonly known: KnownProducts;
}

/** The input of `prepareBuild` besides the content. */
export interface PrepareOptions {
  /** Output folder. */
  readonly out: string;
  /** Public address of the API, without a trailing slash. */
  readonly baseUrl: string;
  readonly encoding: Encoding;
  readonly previous: PreviousRelease;
  readonly memory: BuildMemory;
}

/** Returns the data that the steps of a build of `content` share. Rejects with file-system errors. */
export async function prepareBuild(
  content: OpenContent,
  { out, baseUrl, encoding, previous, memory }: PrepareOptions,
): Promise<Build> {
  const site = { baseUrl };
  const contexts = hasError(content.shared)
    ? []
    : createCatalogueContexts(toSharedContent(content.shared), site);
  const documents = longDocuments(contexts);
  const settings = settingsOf(content, { site, out, encoding });
  const pooling = {
    module: new URL('./worker.ts', import.meta.url).href,
    ...{ settings, work: createTasks(settings) },
    inlineWeight: inlineBytes[encoding],
    threads: workerThreads(),
    folder: out,
  };
  const paths = documents.map(({ paths: [path] }) => path);
  const shared = hashShared(content, site);
  const known = await findKnownProducts(content, { previous, memory, paths, shared });
  const inputs = {
    shared,
    tables: content.hashTables(),
    plainTables: content.plainTables(),
  };
  return { contexts, documents, encoding, pooling, previous, inputs, known };
}
