/**
 * `index.json` of a release: the facts of each product that commands and later builds need, so that they
 * need not read its documents. It is valid JSON with one product per line, so that a large index can be read
 * line by line. It is outside `public/` and contains no net prices.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '../../contract/locales.ts';
import { releaseFormat } from '../../contract/release.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import type { Validity } from '../content/dates.ts';
import type { Outline } from '../content/outline.ts';
import type { ProductHashes } from '../content/product-hashes.ts';
import { sha256 } from '../content/sha256.ts';
import type { PictureSizes } from '../render/images.ts';
import { createWriter } from './assembly.ts';
import { codingOf } from './encode.ts';
import { keepingLast } from './kept-files.ts';
import type { DocumentFrame } from './long-documents.ts';
import type { ObjectRecord } from './object-records.ts';
import type { Stamp } from './stamps.ts';

/** The facts of a product in one locale, as in the product's detail; `brand` and `category` are names. */
export interface IndexedDetail {
  readonly productName: string;
  readonly brand: string;
  readonly category: string;
  /** SHA-256 of the plain document; its first 16 digits are the `revision` in the sync listing and in changes. */
  readonly sha256: string;
  readonly msrp: ProductDetail['pricing']['msrp'];
  readonly sizes: ProductDetail['pricing']['sizes'];
}

/** Part id → the colour and size of the variant that it identifies. */
export type PartIds = Readonly<Record<string, readonly [color: string, size: string]>>;

/** The entry of a product in `index.json`. */
export interface IndexedProduct {
  /** Name of the product's object, the folder of its public files. */
  readonly object: string;
  /** SHA-256 of the object's plain files (`contentHashOf`); equal on every machine. */
  readonly content: string;
  /** Hashes of the product file and of the table rows that the product was made from. */
  readonly hashes: ProductHashes;
  /** True if no rule reported anything about the product. */
  readonly isClean: boolean;
  readonly outline: Outline;
  /** The facts of the product in each locale that shows it. */
  readonly locales: Readonly<Partial<Record<Locale, IndexedDetail>>>;
  /** Path within the object → SHA-256, for its drawn pictures. */
  readonly pictures: Readonly<Record<string, string>>;
  /** Path in `assets/` → width and height in pixels, for each raster picture of the product; undefined if none. */
  readonly pictureSizes?: PictureSizes;
  /** Pieces in stock, of all variants at all locations. */
  readonly pieces: number;
  /**
   * Part id → colour and size of the variant; undefined for a product without part ids. Last in the line, because
   * builds do not read it.
   */
  readonly partIds?: PartIds | undefined;
  /** Total bytes of the object's files in each form: plain, gzip, Brotli. */
  readonly bytes: readonly [number, number, number];
  /** The period in which the documents are valid; undefined if they do not depend on the date. */
  readonly validity?: Validity;
  /** Length in bytes of the product's part of each long document; 0 if a document does not contain the product. */
  readonly parts: readonly number[];
}

/** A long document of a release, with size and SHA-256. */
export interface LongDocumentEntry {
  /** Path within the release. */
  readonly path: string;
  readonly stamp: Stamp;
  /** Byte offset of the first product's part in the document. */
  readonly start: number;
}

/** The beginning of `index.json`: what the release was made from, and its long documents. */
export interface IndexHeader {
  readonly format: typeof releaseFormat;
  /** The version of the compiler that wrote the release; see `compilerVersion`. */
  readonly compiler: string;
  readonly documents: readonly LongDocumentEntry[];
  /** Hashes of the shared files and tables that the products of the release were made from. */
  readonly inputs: SharedInputs;
}

/** Hashes of the shared files and tables that all products of a release are made from. */
export interface SharedInputs {
  /** Hash of the shared files and the public address; see `hashShared`. */
  readonly shared: string;
  /** Hash of all tables with rows of products; see `OpenContent.hashTables`. */
  readonly tables: string;
}

/**
 * The index of a release, whose product entries are parsed on demand. Products are in the order of their
 * parts in the long documents.
 */
export interface ReleaseIndex {
  readonly header: IndexHeader;
  /** Returns the SHA-256 of `index.json` in hexadecimal. */
  hash(): string;
  /** Byte offset of the first product's entry in `index.json`. */
  readonly start: number;
  /** The SKUs of all products, in the order of the file. */
  readonly skus: readonly string[];
  /** Returns the first facts in the line of a product; undefined if the release lacks the product. */
  lineStart(sku: string): LineStart | undefined;
  /** Returns a product's line, without line break and comma; an empty buffer if the release lacks the product. */
  line(sku: string): Buffer;
  /** Parses the entry of a product; undefined if the release does not have it. */
  product(sku: string): IndexedProduct | undefined;
}

/** Name of the file in a release that contains the facts of each product. */
export const indexFile = 'index.json';

/**
 * Renders the entry of a product in the index: a line break and a line of JSON. The facts that every build reads
 * (hashes, object, lengths of parts, locales) are first, so that they are found without parsing the line; facts of
 * documents and part ids are last.
 */
export function indexPart(
  sku: string,
  { hashes, object, parts, locales, partIds, ...facts }: IndexedProduct,
): string {
  const shown = Object.keys(locales).join();
  const { file, rows } = hashes;
  const line = { hashes: { file, rows }, object, parts, shown, ...facts, locales, partIds };
  return `\n${JSON.stringify(sku)}:${JSON.stringify(line)}`;
}

/** The first facts in the index line of a product, which every build reads. */
export interface LineStart {
  /** Hashes of the product's file and table rows; undefined, like `object`, if an earlier compiler made the release. */
  readonly hashes: ProductHashes | undefined;
  /** Name of the product's object, the folder of its public files; undefined like `hashes`. */
  readonly object: string | undefined;
  /**
   * Length in bytes of the product's part of each long document and, as last element, of the index: the line with its
   * line break.
   */
  readonly lengths: readonly number[];
  /** The locales that show the product. */
  readonly locales: readonly Locale[];
}

const firstFacts =
  /^"[^"]*":\{(?:"hashes":\{"file":"(\w+)","rows":"(\w+)"\},"object":"(\w+)"|"inputs":"\w+"),"parts":\[([\d,]*)\],"shown":"([^"]*)"/;

/**
 * Reads the first facts in the index line of a product; undefined if `line` is not an index line. Converts only the
 * beginning of the line to text, because an index may be large.
 */
function readLineStart(line: Buffer): LineStart | undefined {
  const end = line.indexOf(quote, line.indexOf(shownMember) + shownMember.length);
  const [matched, file, rows = '', object, parts = '', shown = ''] =
    firstFacts.exec(line.toString('latin1', 0, end + 1)) ?? [];
  if (matched === undefined) return undefined;
  const lengths = parts === '' ? [] : parts.split(',').map(Number);
  lengths.push(line.length + 1);
  const hashes = file === undefined ? undefined : { file, rows };
  return { hashes, object, lengths, locales: shown === '' ? [] : (shown.split(',') as Locale[]) };
}

const shownMember = '"shown":"';

/** Returns `PartIds` of a product as JSON text, cut from its index line; an empty text if it has no part ids. */
export function partIdsIn(line: Buffer): string {
  // No JSON string contains these characters unescaped.
  const start = line.lastIndexOf(partIdsMember);
  return start === -1
    ? ''
    : line.toString('utf8', start + partIdsMember.length - 1, line.length - 1);
}

const partIdsMember = ',"partIds":{';

/** The entry of a product in the index, without `locales` (its facts in each locale) and without its part ids. */
export type ProductFacts = Omit<IndexedProduct, 'locales' | 'partIds'>;

/**
 * Parses only the beginning of a product's index line: all facts except those in each locale (`locales`) and the part
 * ids, which make lines long.
 */
export function factsIn(line: Buffer): ProductFacts {
  // No JSON string contains these characters unescaped.
  const end = line.indexOf(',"locales":{');
  return JSON.parse(`${line.toString('utf8', line.indexOf(colon) + 1, end)}}`) as ProductFacts;
}

/**
 * Returns the total bytes of an object's files in each form: plain, gzip, Brotli. A file with several paths counts
 * several times.
 */
export function bytesOf({ files }: ObjectRecord): IndexedProduct['bytes'] {
  const bytes: [number, number, number] = [0, 0, 0];
  for (const path in files) bytes[codingOf(path)] += files[path]?.[0] ?? 0;
  return bytes;
}

/** The text of `index.json` after the last product. */
const ending = '\n}}\n';

/** Returns the path of the index within a release, and its text before and after the entries of products. */
export function indexFrame(header: IndexHeader): DocumentFrame {
  const beginning = `${JSON.stringify(header).slice(0, -1)},"products":{`;
  return { paths: [indexFile], beginning, end: () => ending };
}

/** Writes `index.json` in `folder`; throws if it exists. Returns its size and SHA-256. */
export function writeIndex(
  folder: string,
  header: IndexHeader,
  products: Iterable<readonly [sku: string, product: IndexedProduct]>,
): Stamp {
  const writer = createWriter(join(folder, indexFile));
  try {
    writer.write(Buffer.from(indexFrame(header).beginning));
    let separator = '';
    for (const [sku, product] of products) {
      writer.write(Buffer.from(separator + indexPart(sku, product)));
      separator = ',';
    }
    writer.write(Buffer.from(ending));
    return writer.close();
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

const [newline, quote, colon] = Buffer.from('\n":') as Buffer & readonly [number, number, number];

/**
 * Reads the index of the release in `folder`. Rejects if the index is missing, damaged or in another format. Keeps the
 * index as bytes, because a large index exceeds V8's string limit.
 */
export function readIndex(folder: string): Promise<ReleaseIndex> {
  return readKept(join(folder, indexFile));
}

const readKept = keepingLast(async (path): Promise<ReleaseIndex> => {
  // Synchronous: a long file would take a hundred turns of the event loop.
  const bytes = readFileSync(path);
  const endOfHeader = bytes.indexOf(newline);
  if (endOfHeader === -1 || bytes.toString('latin1', bytes.length - ending.length) !== ending) {
    throw new Error(`${path} is cut off`);
  }
  const header = JSON.parse(`${bytes.toString('utf8', 0, endOfHeader)}}}`) as IndexHeader;
  if (header.format !== releaseFormat) throw new Error(`${path} has format ${header.format}`);
  const lines = findLines(bytes, endOfHeader + 1);
  const line = (sku: string) => bytes.subarray(...(lines.get(sku) ?? [0, 0]));
  const starts = new Map<string, LineStart | undefined>();
  let hash: string | undefined;
  return {
    header,
    hash() {
      hash ??= sha256(bytes);
      return hash;
    },
    start: endOfHeader,
    skus: [...lines.keys()],
    lineStart(sku) {
      if (!starts.has(sku)) starts.set(sku, readLineStart(line(sku)));
      return starts.get(sku);
    },
    line,
    product(sku) {
      const found = line(sku);
      if (found.length === 0) return undefined;
      return JSON.parse(found.toString('utf8', found.indexOf(colon) + 1)) as IndexedProduct;
    },
  };
});

/**
 * Returns SKU → start and end, as byte offsets, of the product's line without its comma, in file order. `first` is the
 * byte offset of the first product's line.
 */
function findLines(bytes: Buffer, first: number): ReadonlyMap<string, readonly [number, number]> {
  const lines = new Map<string, readonly [number, number]>();
  const last = bytes.length - ending.length;
  for (let start = first; start < last; ) {
    const end = bytes.indexOf(newline, start);
    // A SKU has no character that JSON escapes.
    const sku = bytes.toString('utf8', start + 1, bytes.indexOf(quote, start + 1));
    lines.set(sku, [start, end === last ? end : end - 1]);
    start = end + 1;
  }
  return lines;
}
