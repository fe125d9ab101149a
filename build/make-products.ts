/** Makes the products of opened content that are not known from an earlier build, in worker threads if there are many. */
import { availableParallelism } from 'node:os';
import { threadArguments } from '../console/thread-arguments.ts';
import type { OpenContent } from './content/open-content.ts';
import { type createProductFinder, type KnownProduct, linesOf } from './known-products.ts';
import type { MadeProduct, ProductSettings } from './make-product.ts';
import { allOf } from './output/all-of.ts';
import type { Encoding } from './output/encode.ts';
import { ReleaseError } from './output/release-error.ts';
import { hasError, type Product, toProduct } from './product.ts';
import { createTask, type MakeProducts, type TaskFailure } from './worker.ts';

/** The input of `makeProducts` besides the content. */
export interface MakeProductsOptions extends Omit<ProductSettings, 'reader'> {
  /** Finds the products of earlier builds. */
  readonly find: ReturnType<typeof createProductFinder>;
  /** Called after each finished product: `done` of `all` products are finished. */
  onProgress(done: number, all: number): void;
}

/** Maximum number of products per task; a task has several, because each task costs a message to a thread. */
const productsAtOnce = 16;
/** Number of tasks into which a catalogue of up to 256 products is divided: enough to give every thread some. */
const tasksOfSmallCatalogue = 16;
/** Unfinished tasks of a thread: one that it runs, and one that it takes next by itself. */
const tasksPerThread = 2;
/**
 * Encoding → number of products that are made without worker threads: starting a thread takes as long.
 */
const inlineProducts: Readonly<Record<Encoding, number>> = { full: 8, none: 128 };

/**
 * Makes the products of the content that are not known from an earlier build, in tasks of several products. Returns all
 * products, new and known, sorted by SKU. If the shared content or a product has an error in the content (`found`),
 * later tasks only read and check their products, because no release will be made. Rejects with `ReleaseError` for
 * file-system errors in tasks, and with other errors of tasks, such as a bug in rendering, after all tasks have ended.
 */
export async function makeProducts(
  content: OpenContent,
  { find, onProgress, ...settings }: MakeProductsOptions,
): Promise<readonly Product[]> {
  const found = content.products.map((name, at) => ({ at, known: find(name) }));
  const unknown = found.filter(({ known }) => known.product === undefined);
  const products = found.map(({ known }) => known.product) as Product[];
  const all = products.length;
  let done = all - unknown.length;
  let isWritten = !hasError(content.shared) && !products.some((each) => each && hasError(each));
  onProgress(done, all);

  const batches = divide(unknown, all);
  const work = async (make: MakeProducts) => {
    for (const batch of batches) {
      const sources = batch.map(({ known }) => known.source);
      const made = await make({ sources, isWritten });
      if ('failure' in made) throw toReleaseError(made, settings.out);
      for (const [index, { at, known }] of batch.entries()) {
        products[at] = toMade(made[index] as MadeProduct, known);
        if (hasError(products[at])) isWritten = false;
        done += 1;
        onProgress(done, all);
      }
    }
  };
  const ofThreads = { ...settings, reader: readerOf(content) };
  if (unknown.length <= inlineProducts[settings.encoding]) await work(createTask(ofThreads));
  else await inThreads(ofThreads, work);
  return products;
}

/** Yields the products in tasks. When one of several loops over the tasks throws, the others end after their task. */
function* divide<Each>(items: readonly Each[], all: number): Generator<readonly Each[]> {
  const atOnce = Math.min(productsAtOnce, Math.ceil(all / tasksOfSmallCatalogue));
  for (let at = 0; at < items.length; at += atOnce) yield items.slice(at, at + atOnce);
}

/** Calls `work` twice for each worker thread, all at the same time, and ends the threads when all calls have ended. */
async function inThreads(
  settings: ProductSettings,
  work: (make: MakeProducts) => Promise<void>,
): Promise<void> {
  // Imported only here, because most builds after an edit start no thread.
  const { Piscina } = await import('piscina');
  const threads = availableParallelism();
  const pool = new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    // A thread loads the module when it starts, and looks for an export with this name.
    name: 'makeProducts',
    ...{ workerData: settings, minThreads: threads, maxThreads: threads },
    ...{ execArgv: [...threadArguments], concurrentTasksPerWorker: tasksPerThread },
  });
  try {
    const make: MakeProducts = (task) => pool.run(task);
    await allOf(Array.from({ length: threads * tasksPerThread }, () => work(make)));
  } finally {
    await pool.destroy();
  }
}

function toMade(made: MadeProduct, { keyOf, source }: KnownProduct): Product {
  return toProduct(made, { key: keyOf(made.fileHash), lines: linesOf(source) });
}

function toReleaseError({ failure }: TaskFailure, out: string): ReleaseError {
  const { message, syscall } = failure;
  if (syscall === undefined) return new ReleaseError(message);
  // The original could not be sent with its code; release-error.ts reads it.
  const cause = Object.assign(new Error(message), failure);
  return new ReleaseError(`cannot write ${out}: ${message}`, { cause });
}

/** Returns what a thread reads of the content: without members that are large and on which no product depends. */
function readerOf({ folder, tables, shared }: OpenContent): ProductSettings['reader'] {
  const heads = tables.map(({ file, header, isEmpty }) => ({ file, header, isEmpty }));
  return { folder, tables: heads, shared: { ...shared, assets: new Map(), files: [] } };
}
