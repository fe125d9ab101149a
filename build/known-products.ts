/**
 * Finds the products that a build can reuse instead of making them again: those that this process remembers from its
 * last build, and those of the current release that were made from the same inputs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ContentMemory,
  createContentMemory,
  type FileChange,
  forgetContent,
} from './content/content-memory.ts';
import { isValidOn } from './content/dates.ts';
import {
  hashRows,
  type OpenContent,
  type ProductName,
  type ProductSource,
} from './content/open-content.ts';
import { sha256 } from './content/sha256.ts';
import { objectPath, readWholeObject } from './output/objects.ts';
import type { PreviousRelease } from './output/release-records.ts';
import type { ReleaseMemory } from './output/write-release.ts';
import { type KeyedSource, keyOf, linesOf, type Product, toReleased } from './product.ts';
import type { Site } from './render/context.ts';

/** Data that `npm run dev`, or another process that builds the same content repeatedly, keeps between builds. */
export interface BuildMemory extends ReleaseMemory {
  readonly content: ContentMemory;
  /** Key → product of the last build of this process, also those that are not in its release. */
  products: ReadonlyMap<string, Product>;
  /** Product file → what the product was made from in the last build. */
  readonly inputs: Map<string, ProductInputs>;
  /** Ids of the last releases that this process made, newest first; at most three: requests may still read the older ones. */
  releases: readonly string[];
}

/** The file and the rows of a product, and their hashes. */
interface ProductInputs {
  /** The opened tables that have the rows. */
  readonly tables: OpenContent['tables'];
  readonly source: ProductSource;
  /** SHA-256 of the product file; empty if it cannot be read, which `readProduct` reports. */
  readonly file: string;
  readonly rows: string;
}

/** Returns a memory without data, for a process before its first build. */
export function createBuildMemory(): BuildMemory {
  return { content: createContentMemory(), products: new Map(), inputs: new Map(), releases: [] };
}

/**
 * Removes the data of changed files from `memory`; must be called before each build. `changes` are the changes in the
 * content folder since the previous build began; undefined if they are not known, or the output folder may be damaged.
 */
export function forgetChanged(memory: BuildMemory, changes: readonly FileChange[] | undefined) {
  forgetContent(memory.content, changes);
  for (const { file } of changes ?? []) memory.inputs.delete(file);
  if (changes !== undefined) return;
  memory.products = new Map();
  memory.inputs.clear();
}

/** The input of `createProductFinder`. */
export interface FindOptions {
  readonly out: string;
  readonly site: Site;
  /** Version of the running compiler. */
  readonly compiler: string;
  readonly previous: PreviousRelease | undefined;
  readonly memory: BuildMemory;
}

/**
 * Returns a function that finds a product in `memory` or in the previous release; `product` is undefined if it must be
 * made, because an input of it has changed, a date of it was reached, or its object is incomplete.
 */
export function createProductFinder(
  content: OpenContent,
  { out, site, compiler, previous, memory }: FindOptions,
): (name: ProductName) => { source: KeyedSource; product?: Product } {
  const { shared, tables } = content;
  const common = `${compiler} ${hashShared(shared, site)}`;
  const readInputs = (name: ProductName): ProductInputs => {
    const source = content.sourceOf(name);
    return { tables, source, file: hashFile(content, name), rows: hashRows(source, tables) };
  };
  const inRelease = ({ file, sku }: ProductName, key: string): Product | undefined => {
    const indexed = previous?.index.product(sku);
    if (indexed?.key !== key) return undefined;
    const record = readWholeObject(join(out, objectPath(indexed.object)));
    if (record?.parts === undefined) return undefined;
    const { lines = '', found = [] } = previous?.findings[sku] ?? {};
    const { outline, texts, validity } = indexed;
    const released = toReleased({ file, sku }, indexed, record, true);
    return { file, sku, key, lines, whole: true, outline, texts, found, validity, released };
  };
  const isUnchanged = ({ validity, released, found, lines }: Product, source: ProductSource) =>
    (validity === undefined || isValidOn(validity, shared.day)) &&
    // Not in the key: with all pictures in it, one new picture would cause all products to be made again.
    Object.entries(released?.indexed.pictureHashes ?? {}).every(
      ([path, hash]) => shared.pictures.get(path)?.sha256 === hash,
    ) &&
    // Findings name lines, which rows of other products above move.
    (found.length === 0 || lines === linesOf(source));
  return (name) => {
    const known = memory.inputs.get(name.file);
    const inputs = known?.tables === tables ? known : readInputs(name);
    memory.inputs.set(name.file, inputs);
    const source = { ...inputs.source, others: `${common} ${name.file} ${inputs.rows}` };
    const key = keyOf(source, inputs.file);
    const product = memory.products.get(key) ?? inRelease(name, key);
    if (product === undefined || !isUnchanged(product, source)) return { source };
    const released = product.released && { ...product.released, reused: true };
    return { source, product: { ...product, released } };
  };
}

function hashFile({ folder }: OpenContent, { file }: ProductName): string {
  try {
    return sha256(readFileSync(join(folder, file)));
  } catch {
    return '';
  }
}

/** Returns the SHA-256 of the public address and of the shared files on which documents and findings of products depend. */
function hashShared(shared: OpenContent['shared'], site: Site): string {
  const { catalogue, brands, categories, tags, families, colors, facets, decorations } = shared;
  const { sizes, sizeNames, sizeCharts, measures, locations, drawings } = shared;
  const icons = Object.values(decorations).map(({ icon }) => shared.pictures.get(icon)?.sha256);
  return sha256(
    JSON.stringify([
      ...[site, catalogue, brands, categories, tags, families, colors, facets, decorations, icons],
      ...[sizes, [...sizeNames], sizeCharts, measures, locations, [...drawings]],
    ]),
  );
}
