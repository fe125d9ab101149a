/** Makes the products of opened content that are not known from an earlier build, in worker threads if there are many. */
import { availableParallelism } from 'node:os';
import { threadArguments } from '../console/thread-arguments.ts';
import type { OpenContent } from './content/open-content.ts';
import { createProductFinder, type FindOptions } from './known-products.ts';
import {
  createTask,
  type MakeProducts,
  type ProductSettings,
  type TaskFailure,
} from './make-product.ts';
import { allOf } from './output/all-of.ts';
import type { Encoding } from './output/encode.ts';
import { ReleaseError } from './output/release-error.ts';
import { hasError, type Product } from './product.ts';

/** The input of `makeProducts` besides the content. */
export interface MakeProductsOptions extends Omit<ProductSettings, 'reader'>, FindOptions {
  /** Called after each finished product: `done` of `all` products are finished. */
  onProgress(done: number, all: number): void;
}

/** Maximum number of products per task; a task has several, because each task costs a message to a thread. */
const productsAtOnce = 16;
/** Number of tasks into which a catalogue of up to 256 products is divided: enough to give every thread some. */
const tasksOfSmallCatalogue = 16;
/** Unfinished tasks of a thread: one that it runs, and one that it takes next by itself. */
const tasksPerThread = 2;
/** Encoding → number of products that are made without worker threads: starting a thread takes as long. */
const inlineProducts: Readonly<Record<Encoding, number>> = { full: 8, none: 128 };

/**
 * Returns all products of the content, known and new, sorted by SKU. If the shared content or a product has an error,
 * later products are only checked, because no release will be made. After all threads have ended, rejects with
 * `ReleaseError` if a product cannot be written, and with other errors, such as a bug in rendering.
 */
export async function makeProducts(
  content: OpenContent,
  { onProgress, ...options }: MakeProductsOptions,
): Promise<readonly Product[]> {
  const find = createProductFinder(content, options);
  const found = content.products.map((name, at) => ({ ...find(name), at }));
  const unknown = found.filter(({ product }) => product === undefined);
  const products = found.map(({ product }) => product) as Product[];
  const all = products.length;
  let done = all - unknown.length;
  let isWritten = !hasError(content.shared) && !products.some((each) => each && hasError(each));
  onProgress(done, all);

  const batches = divide(unknown, all);
  const work = async (make: MakeProducts) => {
    // When one of several loops over the batches throws, the others end after their batch.
    for (const batch of batches) {
      const made = await make({ sources: batch.map(({ source }) => source), isWritten });
      if ('failure' in made) throw toReleaseError(made, options.out);
      for (const [index, product] of made.entries()) {
        products[batch[index]?.at as number] = product;
        if (hasError(product)) isWritten = false;
        done += 1;
        onProgress(done, all);
      }
    }
  };
  const { folder, shared } = content;
  const { site, out, encoding } = options;
  // No product depends on assets and files, which are large, or on rows of other products.
  const tables = content.tables.map(({ file, header }) => ({ file, header }));
  const reader = { folder, tables, shared: { ...shared, assets: new Map(), files: [] } };
  const settings = { reader, site, out, encoding };
  if (unknown.length <= inlineProducts[encoding]) await work(createTask(settings));
  else await inThreads(settings, work);
  return products;
}

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
    filename: new URL('./make-product.ts', import.meta.url).href,
    // A thread loads the module when it starts, and looks for an export with this name.
    name: 'makeInThread',
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

function toReleaseError({ failure }: TaskFailure, out: string): ReleaseError {
  const { message, syscall } = failure;
  if (syscall === undefined) return new ReleaseError(message);
  // The original could not be sent with its code, from which `explainPermissionErrors` finds a remedy.
  const cause = Object.assign(new Error(message), failure);
  return new ReleaseError(`cannot write ${out}: ${message}`, { cause });
}
