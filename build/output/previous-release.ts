/** Reads the release that is current when a build begins; unchanged files are taken from it. */
import { readFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../../contract/release.ts';
import type { Outline } from '../content/outline.ts';
import type { PlainTables } from '../content/plain-tables.ts';
import type { ProductHashes } from '../content/product-hashes.ts';
import { handledLater } from './all-of.ts';
import { compilerVersion } from './compiler-version.ts';
import { findDamagedObjects } from './damaged-objects.ts';
import { formSuffixes } from './encode.ts';
import { outlinesFile } from './long-documents.ts';
import { readManifest } from './manifest.ts';
import { type ReleaseIndex, readIndex, readIndexHeader } from './read-index.ts';
import {
  factsIn,
  type IndexHeader,
  indexFile,
  type LongDocumentEntry,
  localesIn,
  type ProductFacts,
  partLengthsIn,
} from './release-index.ts';
import { hasStamp, type Stamp } from './stamps.ts';

/**
 * The release that is current when a build begins. If no release is current, or the build cannot use it, the methods
 * find nothing.
 */
export interface PreviousRelease {
  /** Version of the running compiler. Products that another compiler version made are not used. */
  readonly compiler: string;
  /** The folder of the release; undefined if no release is current or its manifest cannot be read. */
  readonly folder: string | undefined;
  /** Number of products that a build may take from the release; 0 if another compiler version made it. */
  readonly products: number;
  /**
   * The tables that a build need not read into memory if they are unchanged; none if another compiler version made the
   * release, or if its index is damaged.
   */
  readonly plainTables: PlainTables;
  /**
   * Returns the size and SHA-256 of a file from the manifest. Returns undefined if the manifest does not list the file;
   * it lists no files of products. `path` is within the release, with the suffix of a compressed form, such as
   * `public/docs.html.gz`.
   */
  stampOf(path: string): Stamp | undefined;
  /**
   * If the release has a file with the same plain bytes, returns the size and SHA-256 of each of its forms: plain,
   * gzip, Brotli. Otherwise, or if another compiler version made the release, returns undefined. `path` has no suffix;
   * `plain` is the size and SHA-256 of the plain bytes. Reads only the manifest, not the files.
   */
  forms(path: string, plain: Stamp): readonly Stamp[] | undefined;
  /**
   * Reads a record, a JSON file that an earlier build left in the release for later builds, and returns the parsed
   * value. Returns undefined if the file is missing or is not JSON.
   */
  readRecord(path: string): unknown;
  /**
   * Resolves to the names of missing or damaged objects, the folders of the public files of the release's products.
   * Resolves to an empty set if no product of the release can be used. Only the first call searches, in a thread for a
   * large release; later calls return the same result.
   */
  damagedObjects(): Promise<ReadonlySet<string>>;
  /**
   * Reads the products of the release, so that a build can take unchanged ones. `paths` are the paths of the long
   * documents that the build writes, and `shared` is the hash of its shared files (see `SharedInputs`). Returns
   * undefined if no product can be taken: there is no release, another compiler version made it, it has another hash or
   * other paths, its index or a long document is damaged, or `paths` is empty.
   */
  readProducts(paths: readonly string[], shared: string): Promise<PreviousProducts | undefined>;
  /**
   * Reads and parses the outline of a product, the data for rules about the catalogue. `parts` has its position in the
   * long document `outlinesFile`, and `at` is the index of this document among the long documents. Throws file-system
   * errors.
   */
  readOutline(parts: PreviousParts, at: number): Outline;
}

/** The products of the previous release. */
export interface PreviousProducts {
  /** Hash of the tables that the products were made from; see `SharedInputs`. */
  readonly tables: string;
  /**
   * Returns a product of the release if `isSame` returns true for the hashes of the product file and table rows that it
   * was made from; otherwise undefined. Also returns undefined, without calling `isSame`, if the release lacks the
   * product.
   */
  find(sku: string, isSame: (hashes: ProductHashes) => boolean): PreviousProduct | undefined;
}

/** A product of the previous release, for a build that takes it unchanged. */
export interface PreviousProduct {
  readonly facts: ProductFacts;
  /** Number of locales that show the product. */
  readonly locales: number;
  readonly parts: PreviousParts;
}

/**
 * The positions of a product's parts of the long documents (product lists, net prices, outlines) in the plain form of
 * these documents in the previous release. `offsets` and `lengths` have the byte offset and the length of each part, in
 * the order of `longDocuments`; the length is 0 if a document has no part of the product. Both lists have one more
 * element at the end, for the product's line in `index.json`.
 */
export interface PreviousParts {
  readonly offsets: readonly number[];
  readonly lengths: readonly number[];
}

/**
 * Reads the release that `<out>/current` points to, so that unchanged files can be taken from it. Does not throw if the
 * release is missing, unreadable or in another format: the result then has no files, and the build makes everything
 * again. Rejects with a file-system error if the compiler's own sources cannot be read (`compilerVersion`).
 */
export async function readPreviousRelease(out: string): Promise<PreviousRelease> {
  const compiler = await compilerVersion();
  const release = await readRelease(join(out, 'current'));
  const header = release && readHeader(release.folder, compiler);
  const hasOwnCompiler = header !== undefined;
  const objects = release && hasOwnCompiler ? objectsOf(release) : [];
  let damaged: Promise<ReadonlySet<string>> | undefined;
  let outlines: Buffer | undefined;
  const stampOf = (path: string): Stamp | undefined => {
    const entry = release?.manifest.files[path];
    return entry && [entry.size, entry.sha256];
  };
  const hasWholeIndex = () => {
    const stamp = stampOf(indexFile);
    return stamp !== undefined && hasStamp(join(release?.folder ?? '', indexFile), stamp);
  };
  const plainTables = header && hasWholeIndex() ? header.inputs.plainTables : {};
  return {
    ...{ compiler, folder: release?.folder, products: objects.length, plainTables, stampOf },
    forms(path, plain) {
      // Another version may compress the same bytes differently.
      if (!hasOwnCompiler) return undefined;
      if (stampOf(path)?.join() !== plain.join()) return undefined;
      return formSuffixes.flatMap((suffix) => {
        const stamp = stampOf(`${path}${suffix}`);
        return stamp ? [stamp] : [];
      });
    },
    readRecord(path) {
      if (release === undefined) return undefined;
      try {
        return JSON.parse(readFileSync(join(release.folder, path), 'utf8'));
      } catch {
        // An older release has no record; the guard reports a damaged one.
        return undefined;
      }
    },
    damagedObjects() {
      damaged ??= handledLater(findDamagedObjects({ out, names: objects }));
      return damaged;
    },
    async readProducts(paths, shared) {
      if (release === undefined || paths.length === 0 || !hasWholeIndex()) return undefined;
      const index = await readUsableIndex(release.folder, compiler);
      if (index === undefined) return undefined;
      const { documents, inputs } = index.header;
      if (inputs.shared !== shared) return undefined;
      if (documents.map(({ path }) => path).join() !== paths.join()) return undefined;
      return areWhole(release.folder, documents) ? toProducts(index) : undefined;
    },
    readOutline({ offsets, lengths }, at) {
      outlines ??= readFileSync(join(release?.folder ?? '', outlinesFile));
      const start = offsets[at] as number;
      const end = start + (lengths[at] as number);
      return JSON.parse(outlines.toString('utf8', start, end)) as Outline;
    },
  };
}

/**
 * Returns true if every long document of the release in `folder` has its recorded size and modification time, which a
 * build derives from the SHA-256 (`mtimeOf`). Does not read the bytes. Returns false if a document is missing; throws
 * other file-system errors.
 */
export function areWhole(folder: string, documents: readonly LongDocumentEntry[]): boolean {
  return documents.every(({ path, stamp }) => hasStamp(join(folder, path), stamp));
}

async function readUsableIndex(
  folder: string,
  compiler: string,
): Promise<ReleaseIndex | undefined> {
  try {
    const index = await readIndex(folder);
    return index.header.compiler === compiler ? index : undefined;
  } catch {
    // The guard reports a damaged release; here it is only not used.
    return undefined;
  }
}

/**
 * Returns the header of the index of the release in `folder`; undefined if it cannot be read, or if another compiler
 * version than `compiler` made the release.
 */
function readHeader(folder: string, compiler: string): IndexHeader | undefined {
  try {
    const header = readIndexHeader(folder);
    return header.compiler === compiler ? header : undefined;
  } catch {
    // The guard reports a damaged release; here it is only not used.
    return undefined;
  }
}

/** Returns the names of the objects of a release. */
function objectsOf({ manifest }: ReadRelease): readonly string[] {
  return Object.values(manifest.products);
}

function toProducts({ header, start, skus, line }: ReleaseIndex): PreviousProducts {
  const { documents, inputs } = header;
  const lengths = skus().map((sku) => [sku, partLengthsIn(line(sku), documents.length)] as const);
  const parts = locateParts([...documents, { start }], lengths);
  return {
    tables: inputs.tables,
    find(sku, isSame) {
      const own = parts.get(sku);
      if (own === undefined) return undefined;
      const found = line(sku);
      const facts = factsIn(found);
      if (!isSame(facts.hashes)) return undefined;
      return { facts, locales: localesIn(found).length, parts: own };
    },
  };
}

interface ReadRelease {
  readonly folder: string;
  readonly manifest: Manifest;
}

async function readRelease(link: string): Promise<ReadRelease | undefined> {
  try {
    // Resolved once, because another process may replace the link.
    const folder = await realpath(link);
    return { folder, manifest: await readManifest(folder) };
  } catch {
    // The guard reports a damaged release; here it is only not used.
    return undefined;
  }
}

/**
 * Returns SKU → position of the product's part in each document. The first part of a document begins at its `start`,
 * and a comma separates two parts. `lengths` lists the products in the order in which the documents have their parts,
 * each with the byte length of its part in each document, 0 if the document has no part of it.
 */
export function locateParts(
  documents: readonly Pick<LongDocumentEntry, 'start'>[],
  lengths: Iterable<readonly [sku: string, lengths: readonly number[]]>,
): ReadonlyMap<string, PreviousParts> {
  const next = documents.map(({ start }) => start);
  const parts = new Map<string, PreviousParts>();
  for (const [sku, each] of lengths) {
    parts.set(sku, { offsets: next.slice(), lengths: each });
    for (let at = 0; at < each.length; at += 1) {
      const length = each[at] as number;
      if (length > 0) next[at] = (next[at] as number) + length + 1;
    }
  }
  return parts;
}
