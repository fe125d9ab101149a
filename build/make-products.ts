/** Makes the products of opened content that are not known from an earlier build. */
import type { OpenContent } from './content/open-content.ts';
import { toListedProduct } from './content/outline.ts';
import type { ProductName, ProductSource } from './content/product-rows.ts';
import { createSharing } from './content/share-equal.ts';
import type { KnownProducts } from './known-products.ts';
import type { MadeProduct, ProductSettings } from './make-product.ts';
import type { PartStore } from './output/assembly.ts';
import type { Pool } from './output/pool.ts';
import { type IndexedProduct, indexPart } from './output/release-index.ts';
import { hasError, type Product, toReleased } from './product.ts';
import type { BuildTasks } from './worker.ts';

/** The input of `makeProducts` besides the content. */
export interface MakeProductsOptions {
  readonly pool: Pool<BuildTasks>;
  readonly known: KnownProducts;
  /** The temporary file to which the new products add their parts of the long documents and of the index. */
  readonly store: PartStore;
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
  options: MakeProductsOptions,
): Promise<Product[]> {
  const { pool, known, onProgress } = options;
  const products: Product[] = [];
  const all = content.products.length;
  const atOnce = Math.min(productsAtOnce, Math.ceil(all / tasksOfSmallCatalogue));
  const running: Promise<void>[] = [];
  const share = createSharing();
  let done = 0;
  let isWritten = !hasError(content.shared);
  let batch: { readonly at: number; readonly source: ProductSource }[] = [];

  const add = (at: number, product: Product) => {
    products[at] = product;
    if (hasError(product)) isWritten = false;
    done += 1;
    onProgress(done, all);
  };
  const run = async (some: typeof batch) => {
    const sources = some.map(({ source }) => source);
    const task = { sources, isWritten };
    const made = await pool.run('makeProducts', task, sources.length * bytesOfProduct);
    for (const [index, { at }] of some.entries()) {
      const each = made[index] as MadeProduct;
      const shared = { outline: share(each.outline), texts: share(each.texts) };
      add(at, toProduct(each, shared, options));
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
  const make = async (at: number) => {
    batch.push({ at, source: content.sourceOf(content.products[at] as ProductName) });
    if (batch.length >= atOnce) await flush();
  };
  try {
    for (const [at, name] of content.products.entries()) {
      const product = known.find(name);
      if (product === undefined) await make(at);
      else add(at, product);
    }
    await flush();
  } finally {
    await Promise.allSettled(running);
  }
  await Promise.all(running);
  return products;
}

function toProduct(
  { file, sku, whole, found, hashes, outlineHash, validity, written }: MadeProduct,
  { outline, texts }: Pick<MadeProduct, 'outline' | 'texts'>,
  { store }: MakeProductsOptions,
): Product {
  // Assigns members instead of spreading, here and below: a spread copy would have its own hidden
  // class.
  const changesOn = validity?.before;
  if (written === undefined) {
    return { file, sku, whole, outline, outlineHash, texts, found, changesOn };
  }
  const { facts, parts, reused } = written;
  const { offset, lengths } = store.add(parts);
  const entry: IndexedProduct = {
    ...{ ...facts, hashes, isClean: found.length === 0 },
    ...{ listed: toListedProduct(outline.product), texts, outlineHash, parts: lengths },
    ...(validity && { validity }),
  };
  // In the store, it follows the parts of the documents.
  const line = store.add([indexPart(sku, entry)]);
  const stored = { offset, lengths: lengths.concat(line.lengths) };
  const locales = Object.keys(entry.locales).length;
  const origin = { facts: entry, locales, reused, parts: stored };
  const released = toReleased(sku, origin);
  return { file, sku, whole, outline, outlineHash, texts, found, changesOn, released };
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
