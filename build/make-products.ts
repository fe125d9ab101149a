/** Makes every product of opened content: unchanged ones are taken from the previous release. */
import { join } from 'node:path';
import type { CheckedProduct } from './check/check-content.ts';
import {
  hashProduct,
  type OpenContent,
  type ProductName,
  type ProductSource,
} from './content/open-content.ts';
import { listedOf } from './content/outline.ts';
import type { MadeProduct, ProductSettings } from './make-product.ts';
import type { PartStore } from './output/assembly.ts';
import { objectPath, readWholeObject } from './output/objects.ts';
import type { Pool } from './output/pool.ts';
import type { PreviousRelease } from './output/previous-release.ts';
import { type IndexedProduct, type ProductFacts, productLine } from './output/release-index.ts';
import type { ReleasedProduct } from './output/write-release.ts';
import type { ProductsTask } from './worker.ts';

/** A checked product, and its object unless a fault was found in it. */
export interface Product extends CheckedProduct {
  readonly released?: ReleasedProduct;
}

export interface Making {
  readonly pool: Pool<ProductsTask, MadeProduct[]>;
  readonly previous: PreviousRelease;
  /** Where parts of long documents wait. */
  readonly store: PartStore;
  /** Output folder. */
  readonly out: string;
  /** The key of a product with a hash: equal keys mean equal documents. */
  keyOf(name: ProductName, hash: string): string;
  /** Called with the number of products that are made, of how many. */
  onProgress(done: number, all: number): void;
}

/** Products of one task at most: enough to be worth a message to a thread. */
const productsAtOnce = 32;
/** A small catalogue is cut into as many tasks, so that every thread has some. */
const tasksAtLeast = 16;
/** Bytes to compress for one product, by experience. */
const bytesOfProduct = 32 * 1024;

/** Makes every product, sorted by SKU. Rejects with what rendering throws, and `ReleaseError`. */
export async function makeProducts(content: OpenContent, making: Making): Promise<Product[]> {
  const { pool, onProgress } = making;
  const products: Product[] = [];
  const all = content.products.length;
  const atOnce = Math.min(productsAtOnce, Math.ceil(all / tasksAtLeast));
  const running: Promise<void>[] = [];
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
    const made = await pool.run(task, sources.length * bytesOfProduct);
    for (const [index, { at }] of some.entries()) {
      add(at, toProduct(made[index] as MadeProduct, making));
    }
  };
  const flush = async () => {
    if (batch.length === 0) return;
    await pool.waitForCapacity();
    const work = run(batch);
    // Reported below, once everything that is under way has ended.
    work.catch(() => {});
    running.push(work);
    batch = [];
  };
  try {
    for (const [at, name] of content.products.entries()) {
      const source = content.sourceOf(name);
      const known = findKnown(content, source, making);
      if (known !== undefined) add(at, known);
      else batch.push({ at, source });
      if (batch.length >= atOnce) await flush();
    }
    await flush();
  } finally {
    await Promise.allSettled(running);
  }
  await Promise.all(running);
  return products;
}

function hasError({ found }: Pick<CheckedProduct, 'found'>): boolean {
  return found.some(({ rule }) => rule.severity === 'error');
}

/** Returns a product that did not change since the previous release, if no rule found anything in it then. */
function findKnown(
  content: OpenContent,
  source: ProductSource,
  { previous, out, keyOf }: Making,
): Product | undefined {
  if (!previous.hasProducts) return undefined;
  const hash = hashProduct(content, source);
  const known = hash === undefined ? undefined : previous.product(source.sku, keyOf(source, hash));
  if (known === undefined || !known.facts.isClean) return undefined;
  const { facts, locales, line, offsets } = known;
  if (readWholeObject(join(out, objectPath(facts.object))) === undefined) return undefined;
  const { file, sku } = source;
  const parts = { offsets, lengths: facts.parts };
  const released = toReleased(sku, { facts, locales, line, reused: true, parts });
  return { file, sku, whole: true, outline: facts.outline, found: [], released };
}

function toProduct({ written, hash, ...checked }: MadeProduct, { store, keyOf }: Making): Product {
  if (written === undefined) return checked;
  const { facts, parts, reused } = written;
  const stored = store.add(parts);
  const entry: IndexedProduct = {
    ...{ ...facts, inputs: keyOf(checked, hash), isClean: checked.found.length === 0 },
    ...{ outline: checked.outline, parts: stored.lengths },
  };
  const line = productLine(checked.sku, entry);
  const locales = Object.keys(entry.locales).length;
  const origin = { facts: entry, locales, line, reused, parts: stored };
  return { ...checked, released: toReleased(checked.sku, origin) };
}

interface Origin extends Pick<ReleasedProduct, 'line' | 'reused' | 'parts'> {
  readonly facts: ProductFacts;
  /** Number of locales that show it. */
  readonly locales: number;
}

/** Keeps of a product what the release needs: there may be a hundred thousand. */
function toReleased(sku: string, { facts, locales, ...origin }: Origin): ReleasedProduct {
  const { object, content, bytes, pictures, outline } = facts;
  const drawn = Object.keys(pictures).length;
  return {
    ...{ ...origin, sku, object, content, bytes },
    listed: listedOf(outline.product),
    hasPictures: drawn > 0,
    documents: locales + drawn,
  };
}

/** What threads need of opened content. */
export function settingsOf(
  content: OpenContent,
  settings: Omit<ProductSettings, 'reader'>,
): ProductSettings {
  const { folder, tables } = content;
  // Assets are large, and no product is made from their bytes.
  const shared = { ...content.shared, assets: new Map() };
  return { ...settings, reader: { folder, tables, shared } };
}
