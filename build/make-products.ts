/** Makes the products of opened content that are not known from an earlier build. */
import type { OpenContent } from './content/open-content.ts';
import { type createProductFinder, type KnownProduct, linesOf } from './known-products.ts';
import type { MadeProduct, ProductSettings } from './make-product.ts';
import type { Pool } from './output/pool.ts';
import { hasError, type Product, toProduct } from './product.ts';
import type { MakeProducts } from './worker.ts';

/** The input of `makeProducts` besides the content. */
export interface MakeProductsOptions {
  readonly pool: Pool<{ makeProducts: MakeProducts }>;
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
/** Weight of one product in a task (see `Pool.run`): the measured average number of bytes to compress. */
const bytesOfProduct = 32 * 1024;

/**
 * Makes the products of the content that are not known from an earlier build, in tasks of several products that run in
 * the threads of `pool`. Returns all products, new and known, sorted by SKU. If the shared content or a product has an
 * error in the content (`found`), later tasks only read and check their products, because no release will be made.
 * Rejects with `ReleaseError` for file-system errors in tasks, and with other errors of tasks, such as a bug in
 * rendering.
 */
export async function makeProducts(
  content: OpenContent,
  { pool, find, onProgress }: MakeProductsOptions,
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
    const made = await pool.run('makeProducts', task, sources.length * bytesOfProduct);
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

/**
 * Returns a copy of `settings` for worker threads, with the added member `reader`: the data of the opened content that
 * a thread needs to read products.
 */
export function settingsOf(
  content: OpenContent,
  settings: Omit<ProductSettings, 'reader'>,
): ProductSettings {
  const { folder, tables } = content;
  // Each thread has a copy. These members are large and products do not depend on them.
  const shared = { ...content.shared, assets: new Map(), files: [] };
  return { ...settings, reader: { folder, tables, shared } };
}
