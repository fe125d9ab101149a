/** Makes the products of opened content that are not known from an earlier build. */
import type { OpenContent } from './content/open-content.ts';
import { type createProductFinder, type KnownProduct, linesOf } from './known-products.ts';
import type { MadeProduct, ProductSettings } from './make-product.ts';
import { hasError, type Product, toProduct } from './product.ts';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';

/** The input of `makeProducts` besides the content. */
export interface MakeProductsOptions extends Omit<ProductSettings, 'reader'> {
  /** Finds the products of earlier builds. */
  readonly find: ReturnType<typeof createProductFinder>;
  /** Called after each finished product: `done` of `all` products are finished. */
  onProgress(done: number, all: number): void;
}

/**
 * Maximum number of products per task. A task has several products, because each task costs a message to a thread.
 */
const productsAtOnce = 16;
/**
 * Number of tasks into which a catalogue of up to 256 products is divided, or fewer: enough to give every thread some.
 * 17 products make nine tasks: eight with two products and one with one.
 */
const tasksOfSmallCatalogue = 16;

/**
 * Makes the products of the content that are not known from an earlier build, in tasks of several products that run in
 * the threads of `pool`. Returns all products, new and known, sorted by SKU. If the shared content or a product has an
 * error in the content (`found`), later tasks only read and check their products, because no release will be made.
 * Rejects with `ReleaseError` for file-system errors in tasks, and with other errors of tasks, such as a bug in
 * rendering.
 */
export function makeProducts(
  content: OpenContent,
  options: MakeProductsOptions,
): Promise<readonly Product[]> {
  const pool = createWorkerPool(settingsOf(content, options));
  return makeInPool(content, pool, options).finally(() => pool.close());
}

async function makeInPool(
  content: OpenContent,
  pool: WorkerPool,
  { find, onProgress }: MakeProductsOptions,
): Promise<readonly Product[]> {
  const products: Product[] = [];
  const all = content.products.length;
  const atOnce = Math.min(productsAtOnce, Math.ceil(all / tasksOfSmallCatalogue));
  const running: Promise<void>[] = [];
  let done = 0;
  let isWritten = !hasError(content.shared);
  let batch: { readonly at: number; readonly known: KnownProduct }[] = [];

  const add = (at: number, product: Product) => {
    products[at] = product;
    if (hasError(product)) isWritten = false;
    done += 1;
    onProgress(done, all);
  };
  const run = async (some: typeof batch) => {
    const sources = some.map(({ known }) => known.source);
    const task = { sources, isWritten };
    const made = await pool.run(task);
    for (const [index, { at, known }] of some.entries()) {
      const each = made[index] as MadeProduct;
      const { keyOf, source } = known;
      add(at, toProduct(each, { key: keyOf(each.fileHash), lines: linesOf(source) }));
    }
  };
  const flush = async () => {
    if (batch.length === 0) return;
    await pool.waitForCapacity();
    const work = run(batch);
    // The failure is reported below, after all running tasks have ended.
    work.catch(() => {});
    running.push(work);
    batch = [];
  };
  try {
    for (const [at, name] of content.products.entries()) {
      const known = find(name);
      if (known.product === undefined) batch.push({ at, known });
      else add(at, known.product);
      if (batch.length >= atOnce) await flush();
    }
    await flush();
  } finally {
    await Promise.allSettled(running);
  }
  await Promise.all(running);
  return products;
}

/** Returns what a worker thread needs to make products. */
function settingsOf(
  { folder, tables, shared }: OpenContent,
  { site, out, encoding }: MakeProductsOptions,
): ProductSettings {
  // Each thread has a copy. These members are large and products do not depend on them.
  const own = { ...shared, assets: new Map(), files: [] };
  return { site, out, encoding, reader: { folder, tables, shared: own } };
}
