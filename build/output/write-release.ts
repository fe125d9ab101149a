/**
 * Writes the folder of a release: first the long documents (product lists, net prices, outlines), then the other files.
 * Does not make the release current.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  type Manifest,
  manifestFile,
  objectFiles,
  publicFiles,
  releaseFormat,
} from '../../contract/release.ts';
import type { Health } from '../../contract/schemas/health.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import type { ListedProduct } from '../content/outline.ts';
import { type CatalogueContext, isSoldIn } from '../render/context.ts';
import { compareInList } from '../render/list.ts';
import { allOf, handledLater } from './all-of.ts';
import { createAssembly, type PartSource, type StoredParts } from './assembly.ts';
import type { Encoding } from './encode.ts';
import type { ExportSegments } from './export-segments.ts';
import { writeExports } from './exports.ts';
import { installFolder } from './install.ts';
import { createListCompressor, cutIntoSegments, listsRecordFile } from './list-segments.ts';
import type { DocumentFrame, LongDocument } from './long-documents.ts';
import { factsOf, manifestOf, releaseIdOf } from './manifest.ts';
import { objectPath } from './object-records.ts';
import { writePages } from './pages.ts';
import type { PreviousParts, PreviousRelease } from './previous-release.ts';
import { type Links, linkAll, linksOf } from './product-links.ts';
import { ReleaseError } from './release-error.ts';
import type { CompressLong, ReleaseFiles } from './release-files.ts';
import {
  indexFile,
  indexFrame,
  type LongDocumentEntry,
  type SharedInputs,
} from './release-index.ts';
import { toJson, wrapRenderErrors } from './rendered-file.ts';
import { type CreatePages, type PageFacts, renderSharedFiles } from './shared-files.ts';
import { hasStamp, markDamaged, stampTime } from './stamps.ts';

/** A product whose object, the folder of its public files, has been written. */
export interface ReleasedProduct {
  readonly sku: string;
  /**
   * The members of the product that documents about all products need: SKU, tag, brand, category, markets and former
   * SKUs.
   */
  readonly listed: ListedProduct;
  /** Name of the product's object, the folder of its public files. */
  readonly object: string;
  /** SHA-256 of the object's plain files (`contentHashOf`). */
  readonly content: string;
  /** Total bytes of the object's files in each form: plain, gzip, Brotli. */
  readonly bytes: readonly [number, number, number];
  /** Number of files that were rendered for the object: a detail for each locale, and the drawn pictures. */
  readonly documents: number;
  /** True if the object contains pictures that the build has drawn. */
  readonly hasPictures: boolean;
  /** True if an earlier build wrote the object, the folder of public files. */
  readonly reused: boolean;
  /**
   * The positions of the product's parts of the long documents (product lists, net prices, outlines) and, as last
   * element, of the index. A new product has its parts in the part store, a temporary file; an unchanged one in the
   * documents of the previous release.
   */
  readonly parts: StoredParts | PreviousParts;
}

/** The input of the steps that write a release, besides its products. */
export interface AssemblyOptions {
  /** The output folder. */
  readonly out: string;
  /** The symbolic links that the folder of the new release already has. */
  readonly existing: Links;
  readonly files: ReleaseFiles;
  readonly previous: PreviousRelease;
  /** Hashes of the data that all products are made from. */
  readonly inputs: SharedInputs;
  /** Resolves when the objects of reused products are known to be complete; rejects if one is damaged. */
  readonly objectsChecked: Promise<void>;
  /** Path of the part store, a temporary file. */
  readonly store: string;
  /** The compressed groups of products that the exports are put together from. */
  readonly segments: ExportSegments;
  readonly contexts: readonly CatalogueContext[];
  readonly encoding: Encoding;
  readonly documents: readonly LongDocument[];
  readonly pages: CreatePages;
  /**
   * Why products are absent from the release, and when it must be made again because a date in the content is reached.
   */
  readonly datedFacts: Pick<Manifest, 'absences' | 'dueAt'>;
}

/**
 * The written files of a release that contain a part of every product, by path, size and hash: product lists, net
 * prices of each tier and locale, and outlines. The other files of the release are written later.
 */
export interface AssembledLists {
  /** The released products, sorted by SKU. */
  readonly bySku: readonly ReleasedProduct[];
  /** The same products, in the order of the product list. */
  readonly products: readonly ReleasedProduct[];
  /** The path, size and hash of each long document, in the order of `AssemblyOptions.documents`. */
  readonly documents: readonly LongDocumentEntry[];
  /**
   * Resolves when the long documents are compressed (in `Assembled` also pages and assets), and rejects if that fails.
   * Their plain forms are complete already when `assembleLists` resolves.
   */
  readonly compressed: Promise<unknown>;
}

/** The result of `assembleDocuments`: lists, net prices and outlines of a release, its index and symbolic links. */
export interface Assembled extends AssembledLists {
  readonly index: LongDocumentEntry;
  /**
   * Resolves to the symbolic links when every product has its own: path of each link → target as stored in the link.
   * Rejects with file-system errors.
   */
  readonly linked: Promise<Links>;
}

/**
 * Writes the product lists, net prices and outlines into the folder of a release. Resolves when the plain forms are
 * written; Node.js still compresses the lists on its own threads, until `compressed` resolves. `bySku` are the
 * products, sorted by SKU. Rejects with file-system errors, and with other errors for bugs in rendering.
 */
export async function assembleLists(
  bySku: readonly ReleasedProduct[],
  options: AssemblyOptions,
): Promise<AssembledLists> {
  const { files, previous, contexts, documents } = options;
  const [{ content }] = contexts as readonly [CatalogueContext];
  const inList = compareInList(content);
  const products = bySku.toSorted((a, b) => inList(a.listed, b.listed));
  const common = { ...options, products, listed: bySku.map((product) => product.listed) };
  const entries: LongDocumentEntry[] = [];
  const work: Promise<void>[] = [];
  const compressor = createListCompressor(files.folder, previous);
  for (const [at, document] of documents.entries()) {
    const entry = assembleOne(document, at, common);
    entries.push(entry);
    // Net prices are not compressed and need no segments.
    const compress: CompressLong = (path, effort) =>
      compressor.compress(path, cutIntoSegments(products, at, entry), effort);
    work.push(handledLater(files.finishLong(document.paths, entry.stamp, compress)));
    // Compression begins when this thread is idle.
    await setImmediate();
  }
  const compressed = allOf(work).then(() => files.addRecord(listsRecordFile, compressor.record()));
  return { bySku, products, documents: entries, compressed: handledLater(compressed) };
}

/**
 * Adds `index.json`, the pages of `/docs`, the shared files (`renderSharedFiles`: OpenAPI, assets and others) and a
 * symbolic link for each product to the folder of a release that already contains `lists`. Resolves when the index is
 * written and the hashes of the plain pages and shared files are known. The pages and shared files themselves are
 * complete on disk, in every form, only when `compressed` resolves; the links only when `linked` resolves. Rejects with
 * file-system errors, `RenderError`, and `ReleaseError` if a page shows a damaged detail or the file system does not
 * keep modification times; `compressed` and `linked` reject with file-system errors and `ReleaseError`.
 */
export async function assembleDocuments(
  lists: AssembledLists,
  options: AssemblyOptions,
): Promise<Assembled> {
  const { bySku, products, documents } = lists;
  const { out, existing, files, previous, inputs, contexts, encoding, pages } = options;
  const { folder } = files;
  const linkSources = { out, folder, existing, previous: previous.folder };
  const linked = handledLater(files.track(linkAll(linksOf(bySku), linkSources)));
  const listed = bySku.map((product) => product.listed);
  const shared = handledLater(files.write(renderSharedFiles(contexts)));
  const facts = { contexts, products: listed, readDetail: detailReader(bySku, out) };
  const created = wrapRenderErrors('the pages', () => pages(facts));
  const rendered = await writePages(created, { files, previous, encoding });
  await setImmediate();
  const { compiler } = previous;
  const header = { format: releaseFormat, compiler, documents, inputs } as const;
  const common = { ...options, products, listed };
  const index = assembleOne(indexFrame(header), documents.length, common);
  stampTime(join(folder, indexFile), index.stamp);
  files.add(indexFile, index.stamp);
  const compressed = handledLater(allOf([lists.compressed, shared, rendered.written]));
  return { ...lists, index, linked, compressed };
}

/**
 * Returns the function `readDetail` of `PageFacts`, which reads details from the objects of a release. It throws
 * `ReleaseError` if a detail is damaged, and file-system errors if it cannot be read.
 */
function detailReader(products: readonly ReleasedProduct[], out: string): PageFacts['readDetail'] {
  const bySku = new Map(products.map((product) => [product.sku, product]));
  return (sku, locale) => {
    const product = bySku.get(sku);
    if (product === undefined || !isSoldIn(product.listed, locale)) return undefined;
    const file = join(out, objectPath(product.object), objectFiles.detail(locale));
    const text = readFileSync(file, 'utf8');
    try {
      return JSON.parse(text) as ProductDetail;
    } catch (cause) {
      markDamaged(file);
      throw new ReleaseError(`${file} is damaged; build again: that writes it again`, { cause });
    }
  };
}

interface OneAssembly extends Pick<AssemblyOptions, 'files' | 'previous' | 'store'> {
  readonly products: readonly ReleasedProduct[];
  readonly listed: readonly ListedProduct[];
}

function assembleOne(
  { paths: [path], beginning, end }: DocumentFrame,
  at: number,
  { files, products, listed, previous, store }: OneAssembly,
): LongDocumentEntry {
  const stored: PartSource = { path: store, isDocument: false };
  const stamp = previous.stampOf(path);
  const released: PartSource = { path: join(previous.folder ?? '', path), isDocument: true, stamp };
  const isWhole = stamp !== undefined && hasStamp(released.path, stamp);
  const assembly = createAssembly(
    join(files.folder, path),
    beginning,
    isWhole ? released : undefined,
  );
  try {
    for (const { parts } of products) {
      const length = parts.lengths[at] ?? 0;
      if (length === 0) continue;
      if ('offsets' in parts) assembly.copy(released, parts.offsets[at] as number, length);
      else assembly.copy(stored, offsetOf(parts, at), length);
    }
    return { path, stamp: assembly.finish(end(listed)), start: Buffer.byteLength(beginning) };
  } catch (error) {
    assembly.abandon();
    throw error;
  }
}

/**
 * Returns the byte offset, in the part store, of a product's part of one document. `at` is the position of the document
 * among the long documents, after which `index.json` follows.
 */
function offsetOf({ offset, lengths }: StoredParts, at: number): number {
  let start = offset;
  for (let before = 0; before < at; before += 1) start += lengths[before] ?? 0;
  return start;
}

/** Numbers of files, without their compressed forms: rendered in this build, and taken from earlier builds. */
export interface DocumentCounts {
  readonly rendered: number;
  readonly reused: number;
}

/**
 * Completes the folder of a release: adds exports, health and the manifest, deletes the part store, and renames the
 * folder to `releases/<id>` below the output folder; if that release exists, only replaces its missing and damaged
 * files. Does not make the release current. Returns the manifest, and how many files were rendered and reused. Rejects
 * with file-system errors, and with the errors of `linked`, `compressed` and `objectsChecked`.
 */
export async function finishRelease(
  { bySku, products, linked, compressed }: Assembled,
  options: AssemblyOptions,
): Promise<{ readonly manifest: Manifest; readonly counts: DocumentCounts }> {
  const { out, files, store, contexts, datedFacts } = options;
  const { folder } = files;
  const facts = factsOf(contexts);
  const { asOf } = (contexts[0] as CatalogueContext).content.stock;
  const release = releaseIdOf(products, files, { facts, asOf });
  const health: Health = { status: 'ok', release };
  const [links] = await allOf([
    linked,
    compressed,
    options.objectsChecked,
    writeExports(options.segments, { ...options, folder }, { release, asOf }),
    files.write([{ paths: [`public/${publicFiles.health}`], bytes: toJson(health) }]),
  ]);
  rmSync(store);
  const manifest = manifestOf(release, bySku, { files, facts, datedFacts });
  const text = JSON.stringify(manifest);
  writeFileSync(join(folder, manifestFile), text, { flag: 'wx' });
  await installFolder(folder, join(out, 'releases', release), {
    ...{ files: files.stamps, links },
    texts: new Map([[manifestFile, text]]),
  });
  return { manifest, counts: countDocuments(products, files) };
}

function countDocuments(products: readonly ReleasedProduct[], files: ReleaseFiles): DocumentCounts {
  const counts = { ...files.counts() };
  for (const { documents, reused } of products) {
    counts[reused ? 'reused' : 'rendered'] += documents;
  }
  return counts;
}
