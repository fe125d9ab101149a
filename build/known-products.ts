/**
 * Finds the products that a build can reuse instead of making them again: those that this process remembers from its
 * last build, and those of the current release that were made from the same inputs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFileSystemError } from '../console/errors.ts';
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
import { type Product, toReleased } from './product.ts';
import type { Site } from './render/context.ts';
import type { PictureHashes } from './render/images.ts';
import { hashShared } from './shared-hash.ts';

/** Data that `npm run dev`, or another process that builds the same content repeatedly, keeps between builds. */
export interface BuildMemory extends ReleaseMemory {
  readonly content: ContentMemory;
  /** Key → product of the last build of this process, also those that are not in its release. */
  products: ReadonlyMap<string, Product>;
  /** Product file → what the product was made from in the last build, as far as it cannot have changed. */
  inputs: { readonly tables?: OpenContent['tables']; readonly of: Map<string, ProductInputs> };
  /** Ids of the last releases that this process made, newest first; at most three: requests may still read the older ones. */
  releases: readonly string[];
}

/** Returns a memory without data, for a process before its first build. */
export function createBuildMemory(): BuildMemory {
  return {
    content: createContentMemory(),
    products: new Map(),
    inputs: { of: new Map() },
    releases: [],
  };
}

/**
 * Removes the data of changed files from `memory`. Must be called before each build. `changes` are the changes in the
 * content folder since the previous build began; pass undefined if they are not known, or if the output folder may be
 * damaged.
 */
export function forgetChanged(memory: BuildMemory, changes: readonly FileChange[] | undefined) {
  forgetContent(memory.content, changes);
  if (changes === undefined) {
    memory.products = new Map();
    memory.inputs.of.clear();
  }
  for (const { file } of changes ?? []) memory.inputs.of.delete(file);
}

/** The file and the rows of a product, and their hashes. */
interface ProductInputs {
  readonly source: ProductSource;
  /** SHA-256 of the product file; undefined if it cannot be read. */
  readonly file: string | undefined;
  readonly rows: string;
}

/** What one product of the content is made from, and the product of an earlier build that was made from the same. */
export interface KnownProduct {
  readonly source: ProductSource;
  /** Returns the key of the product, from the SHA-256 of its file: a file may change while a build reads it. */
  keyOf(fileHash: string): string;
  /** Undefined if the product must be made. */
  readonly product: Product | undefined;
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
 * Returns a function that computes the key of a product and finds the product in `memory` or in the previous release. A
 * product is not reused if a date of it was reached, a picture has changed, or its object is incomplete.
 */
export function createProductFinder(
  content: OpenContent,
  { out, site, compiler, previous, memory }: FindOptions,
): (name: ProductName) => KnownProduct {
  const { shared } = content;
  const common = `${compiler} ${hashShared(content, site)}`;
  const fromRelease = ({ file, sku }: ProductName, key: string): Product | undefined => {
    const indexed = previous?.index.product(sku);
    if (indexed?.key !== key) return undefined;
    const { validity, pictureHashes, outline, texts, object } = indexed;
    if (validity && !isValidOn(validity, shared.day)) return undefined;
    if (!haveHashes(shared, pictureHashes)) return undefined;
    const record = readWholeObject(join(out, objectPath(object)));
    if (record?.parts === undefined) return undefined;
    const { lines = '', found = [] } = previous?.findings[sku] ?? {};
    const checked = { file, sku, whole: true, outline, texts, found };
    const released = toReleased(sku, indexed, record, true);
    return { ...checked, key, lines, validity, released };
  };
  const fromMemory = (key: string): Product | undefined => {
    const product = memory.products.get(key);
    const { validity, released } = product ?? {};
    const isCurrent = validity === undefined || isValidOn(validity, shared.day);
    return isCurrent && haveHashes(shared, released?.indexed.pictureHashes) ? product : undefined;
  };
  const { tables } = content;
  if (memory.inputs.tables !== tables) memory.inputs = { tables, of: new Map() };
  const inputs = memory.inputs.of;
  const inputsOf = (name: ProductName): ProductInputs => {
    const source = content.sourceOf(name);
    const bytes = bytesOf(content, name);
    return { source, file: bytes && sha256(bytes), rows: hashRows(source, tables) };
  };
  return (name) => {
    const read = inputs.get(name.file) ?? inputsOf(name);
    inputs.set(name.file, read);
    const { source, file, rows } = read;
    const keyOf = (fileHash: string) => shortKey(`${common} ${name.file} ${fileHash} ${rows}`);
    if (file === undefined) return { source, keyOf, product: undefined };
    const key = keyOf(file);
    const product = fromMemory(key) ?? fromRelease(name, key);
    // Findings name lines, which rows of other products above move.
    const isSame = product?.found.length === 0 || product?.lines === linesOf(source);
    return { source, keyOf, product: isSame ? product : undefined };
  };
}

/** Returns the lines of the rows of a product in each table, as text. */
export function linesOf({ rows }: ProductSource): string {
  return rows.map((runs) => runs.map(({ line }) => line).join(' ')).join();
}

/** Shortens the hash of everything that a product is made from, except its pictures, to 128 bits. */
function shortKey(inputs: string): string {
  return sha256(inputs).slice(0, 32);
}

/** Returns the bytes of a product file; undefined if it cannot be read, which `readProduct` reports. */
function bytesOf({ folder }: OpenContent, { file }: ProductName): Buffer | undefined {
  try {
    return readFileSync(join(folder, file));
  } catch (error) {
    if (isFileSystemError(error)) return undefined;
    throw error;
  }
}

/**
 * Returns true if the pictures in the content still have the given hashes. With the hashes in the hash of the shared
 * content, one new picture would cause all products to be made again.
 */
function haveHashes({ pictures }: OpenContent['shared'], hashes: PictureHashes = {}): boolean {
  return Object.entries(hashes).every(([path, hash]) => pictures.get(path)?.sha256 === hash);
}
