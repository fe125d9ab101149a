/**
 * Finds products that a build can reuse instead of making them again: those that this process remembers from
 * its last build, and those in the current release that were made from the same inputs.
 */
import { basename, join } from 'node:path';
import {
  type ContentMemory,
  createContentMemory,
  type FileChange,
  forgetContent,
} from './content/content-memory.ts';
import { isValidOn } from './content/dates.ts';
import type { OpenContent } from './content/open-content.ts';
import { hashFile } from './content/product-files.ts';
import { hashRows } from './content/product-hashes.ts';
import type { ProductName } from './content/product-rows.ts';
import { areWhole, locateParts, type PreviousRelease } from './output/previous-release.ts';
import { type Links, recycleLinks } from './output/product-links.ts';
import type { LongDocumentEntry } from './output/release-index.ts';
import type { Assembled } from './output/write-release.ts';
import { type Product, toReleased } from './product.ts';
import type { PictureSizes } from './render/images.ts';

/** Finds, for each product of the content, whether a build can reuse it from an earlier build. */
export interface KnownProducts {
  /**
   * Returns the product that an earlier build made from a product file. Returns undefined if the product must be made:
   * it is new, the data that it is made from has changed, one of its dates was reached, or it has faults and is known
   * only from `index.json`, which contains no faults.
   */
  find(name: ProductName): Product | undefined;
  /**
   * Resolves to the names of objects (folders with the released files of one product) that are missing or damaged:
   * products that `find` returned cannot be reused if they have such an object (`withoutDamaged`). For a large
   * catalogue, a thread checks the objects while the build continues.
   */
  damagedObjects(): Promise<ReadonlySet<string>>;
}

/** Data that `npm run dev`, or another process that builds the same content repeatedly, keeps between builds. */
export interface BuildMemory {
  readonly content: ContentMemory;
  /**
   * The last release with its products; undefined before the first build, and after `forgetChanged` was
   * called without a list of changes.
   */
  made: MadeRelease | undefined;
  /** Ids of the last releases that this process made, newest first; at most three. */
  releases: readonly string[];
}

interface MadeRelease {
  readonly release: string;
  /**
   * The long documents of the release (product lists, net prices, outlines), followed by its `index.json`. Each
   * document has one part for each product in it.
   */
  readonly documents: readonly LongDocumentEntry[];
  /** The opened content that the release was made from. */
  readonly content: OpenContent;
  /** Product file → product, without products whose files have changed since the release. */
  readonly products: Map<string, Product>;
}

/** Returns a memory without data, for a process before its first build. */
export function createBuildMemory(): BuildMemory {
  return { content: createContentMemory(), made: undefined, releases: [] };
}

/**
 * Removes the data of changed files from `memory`. Must be called before each build. `changes` are the changes in the
 * content folder since the previous build began; pass undefined if they are not known, or if the output folder may be
 * damaged.
 */
export function forgetChanged(memory: BuildMemory, changes: readonly FileChange[] | undefined) {
  forgetContent(memory.content, changes);
  if (changes === undefined) memory.made = undefined;
  for (const { file } of changes ?? []) memory.made?.products.delete(file);
}

interface Made extends Assembled {
  readonly release: string;
  /** Every product of the content, also those that are not in the release, sorted by SKU. */
  readonly made: readonly Product[];
}

/**
 * Stores the products of a finished release in `memory`, for the next build. `content` is the opened
 * content that the release was made from.
 */
export function rememberMade(
  memory: BuildMemory,
  content: OpenContent,
  { products, index, release, made, ...assembled }: Made,
): void {
  const documents = [...assembled.documents, index];
  const parts = locateParts(
    documents,
    products.map(({ sku, parts }) => [sku, parts.lengths]),
  );
  const keep = (product: Product): [string, Product] => {
    const own = parts.get(product.sku);
    if (product.released === undefined || own === undefined) return [product.file, product];
    const released = { ...product.released, reused: true, parts: own };
    return [product.file, { ...product, released }];
  };
  memory.releases = [release, ...memory.releases.filter((id) => id !== release)];
  memory.made = {
    ...{ release, content, documents },
    products: new Map(made.map(keep)),
  };
}

/** Number of releases that requests may still read: the current one and the one before. */
const readReleases = 2;

/**
 * Moves the symbolic links of an old release into `folder`, the new release, because creating thousands of links takes
 * long. The old release is the third newest that this process has made; the rest of it is removed. Returns the moved
 * links. If `memory` has fewer than three releases, returns an empty map: the two newest must stay, because requests
 * may still read them. `out` is the output folder.
 */
export function recycleOldest(memory: BuildMemory, out: string, folder: string): Links {
  const oldest = memory.releases[readReleases];
  memory.releases = memory.releases.slice(0, readReleases);
  return oldest === undefined ? new Map() : recycleLinks(join(out, 'releases', oldest), folder);
}

interface FindOptions {
  readonly previous: PreviousRelease;
  readonly memory: BuildMemory;
  /** Paths of the long documents (product lists, net prices, outlines) within the release folder. */
  readonly paths: readonly string[];
  /** Hash of the files that all products are made from, such as `brands.json`, and of the public address. */
  readonly shared: string;
}

/**
 * Returns the known products; their method `find` returns each product of an earlier build that need not be made again.
 * If this process made the current release from this same `content` object, and its long documents and its index are
 * undamaged, `find` returns the products in `memory`. Otherwise it returns those products of the current release
 * whose product file, table rows and shared files are unchanged, and which pass the other conditions of
 * `KnownProducts.find`. In this case, it reads and hashes a product file whose hash is not in `content.hashes`.
 */
export async function findKnownProducts(
  content: OpenContent,
  { previous, memory, paths, shared }: FindOptions,
): Promise<KnownProducts> {
  const { made } = memory;
  const { folder = '' } = previous;
  if (made?.content === content && made.release === basename(folder)) {
    if (areWhole(folder, made.documents)) {
      // Its objects are complete: `forgetChanged` is called after every change of the output folder.
      return { find: ({ file }) => made.products.get(file), damagedObjects: noObjects };
    }
  }
  const products = await previous.readProducts(paths, shared);
  if (products === undefined) return { find: () => undefined, damagedObjects: noObjects };
  // Rows need not be compared one by one: after most edits the tables are the same.
  const areTablesSame = products.tables === content.hashTables();
  return {
    damagedObjects: previous.damagedObjects,
    find(name) {
      const { file, sku } = name;
      const fileHash = hashFile(content, file);
      const rowsHash = () => hashRows(content.sourceOf(name), content.tables);
      const known = products.find(
        sku,
        (hashes) => hashes.file === fileHash && (areTablesSame || hashes.rows === rowsHash()),
      );
      // The index does not contain the findings of rules.
      if (known === undefined || !known.facts.isClean) return undefined;
      const { facts, locales, parts } = known;
      const { validity } = facts;
      if (validity && !isValidOn(validity, content.shared.day)) return undefined;
      if (!haveSizes(content.shared, facts.pictureSizes)) return undefined;
      const released = toReleased(sku, { facts, locales, reused: true, parts });
      const { outlineHash, texts } = facts;
      const changesOn = validity?.before;
      const common = { outline: undefined, outlineHash, texts, found: [], changesOn };
      return { ...common, ...{ file, sku, whole: true, released } };
    },
  };
}

/**
 * Returns the same known products without those whose objects are in `damaged`: `find` returns undefined for them, so
 * that they are made again, and `damagedObjects` resolves to an empty set.
 */
export function withoutDamaged(known: KnownProducts, damaged: ReadonlySet<string>): KnownProducts {
  return {
    find(name) {
      const product = known.find(name);
      return damaged.has(product?.released?.object ?? '') ? undefined : product;
    },
    damagedObjects: noObjects,
  };
}

const noObjects = async (): Promise<ReadonlySet<string>> => new Set();

/**
 * Returns true if the pictures in the content still have the given sizes in pixels. The sizes are compared here because
 * no hash of inputs contains them: with the sizes in the hash of the shared files, one new picture would cause all
 * products to be made again.
 */
function haveSizes({ pictures }: OpenContent['shared'], sizes: PictureSizes = {}): boolean {
  return Object.entries(sizes).every(([path, [width, height]]) => {
    const picture = pictures.get(path);
    return picture?.width === width && picture.height === height;
  });
}
