/**
 * `index.json` of a release: the facts of each product that commands and later builds need, so that they
 * need not read its documents. It is valid JSON with one product per line, so that a large index can be read
 * line by line. It is outside `public/` and contains no net prices.
 */
import { join } from 'node:path';
import type { Locale } from '../../contract/locales.ts';
import type { releaseFormat } from '../../contract/release.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import type { Validity } from '../content/dates.ts';
import type { Coverage } from '../content/localize/coverage.ts';
import type { ListedProduct } from '../content/outline.ts';
import type { PlainTables } from '../content/plain-tables.ts';
import type { ProductHashes } from '../content/product-hashes.ts';
import type { PictureSizes } from '../render/images.ts';
import { createWriter } from './assembly.ts';
import { codingOf } from './encode.ts';
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
  /** True if nothing was reported about the product while it was read and by the rules about single products. */
  readonly isClean: boolean;
  readonly listed: ListedProduct;
  /** Locale → the number of the product's texts by origin, such as its own language or the fallback language. */
  readonly texts: Coverage;
  /** A hash of the outline, the data for rules about the catalogue: 16 hexadecimal digits. */
  readonly outlineHash: string;
  /** The facts of the product in each locale that shows it. */
  readonly locales: Readonly<Partial<Record<Locale, IndexedDetail>>>;
  /** Path within the product's object → SHA-256, for the pictures that the build has drawn. */
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
  /** The period in which the product's documents are valid; undefined if they do not depend on the date. */
  readonly validity?: Validity;
  /**
   * Length in bytes of the product's part of each long document (product lists, net prices, outlines); 0 if a document
   * does not contain the product.
   */
  readonly parts: readonly number[];
}

/** Path, size and SHA-256 of a long document of a release, such as a product list. */
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

/** Hashes of the content that a release was made from. The next build compares them with those of its own content. */
export interface SharedInputs {
  /**
   * Hash of the files that all products depend on, such as `catalogue.json` and `colors.json`, and of the public
   * address (`hashShared`). If it differs, no product of the release can be used.
   */
  readonly shared: string;
  /**
   * Hash of all tables with rows of products (`OpenContent.hashTables`). If it is equal, the rows of each product are
   * also equal and need not be compared.
   */
  readonly tables: string;
  /** The tables that the next build need not read into memory if they are unchanged. */
  readonly plainTables: PlainTables;
}

/** Name of the file in a release that contains the facts of each product. */
export const indexFile = 'index.json';

/**
 * Renders the entry of a product in `index.json` of a release: a line break, then the SKU and the facts as JSON,
 * without comma. Members that every build reads come first, so that `partLengthsIn` and `localesIn` need not search the
 * whole line; the facts in each locale and the part ids come last.
 */
export function indexPart(
  sku: string,
  { hashes, object, parts, locales, partIds, ...facts }: IndexedProduct,
): string {
  const shown = Object.keys(locales).join();
  const { file, rows } = hashes;
  const first = { hashes: { file, rows }, object, parts, shown, ...facts };
  const line = { ...first, locales, partIds };
  return `\n${JSON.stringify(sku)}:${JSON.stringify(line)}`;
}

/**
 * Reads from a product's index line the length in bytes of its part of each long document (`IndexedProduct.parts`).
 * Adds, as last element, the length of the line itself with the line break. `documents` is the number of long
 * documents. Does not parse the line as JSON, which takes ten times as long.
 */
export function partLengthsIn(line: Buffer, documents: number): number[] {
  // With its final size: ten thousand arrays that grow take twice the memory.
  const lengths = new Array<number>(documents + 1);
  let at = line.indexOf(partsMember) + partsMember.length;
  for (let document = 0; document < documents; document += 1) {
    let length = 0;
    for (let byte = line[at] as number; byte >= zero && byte < zero + 10; ) {
      length = length * 10 + byte - zero;
      at += 1;
      byte = line[at] as number;
    }
    lengths[document] = length;
    // The comma.
    at += 1;
  }
  lengths[documents] = line.length + 1;
  return lengths;
}

/** Returns the locales that show the product of an index line; an empty list if the line is empty. */
export function localesIn(line: Buffer): readonly Locale[] {
  const start = line.indexOf(shownMember) + shownMember.length;
  const shown = line.toString('latin1', start, line.indexOf('"', start));
  return line.length === 0 || shown === '' ? [] : (shown.split(',') as Locale[]);
}

// Before these members, a line has only the SKU, hashes and numbers.
const [partsMember, shownMember] = [',"parts":[', ',"shown":"'] as const;
const [zero] = Buffer.from('0') as Buffer & readonly [number];

/** Returns the `PartIds` of a product as JSON text, cut from its index line; an empty text if it has no part ids. */
export function partIdsIn(line: Buffer): string {
  // No JSON string contains these characters unescaped.
  const start = line.lastIndexOf(partIdsMember);
  return start === -1
    ? ''
    : line.toString('utf8', start + partIdsMember.length - 1, line.length - 1);
}

const partIdsMember = ',"partIds":{';

/** The entry of a product in the index, without its facts in each locale and its part ids. */
export type ProductFacts = Omit<IndexedProduct, 'locales' | 'partIds'>;

/** Parses a product's index line without its last members: the facts in each locale and the part ids. */
export function factsIn(line: Buffer): ProductFacts {
  // No JSON string contains these characters unescaped.
  const end = line.indexOf(',"locales":{');
  return JSON.parse(`${line.toString('utf8', line.indexOf(':') + 1, end)}}`) as ProductFacts;
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
export const indexEnd = '\n}}\n';

/** Returns the path of the index within a release, and its text before and after the entries of products. */
export function indexFrame(header: IndexHeader): DocumentFrame {
  const beginning = `${JSON.stringify(header).slice(0, -1)},"products":{`;
  return { paths: [indexFile], beginning, end: () => indexEnd };
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
    writer.write(Buffer.from(indexEnd));
    return writer.close();
  } catch (error) {
    writer.abandon();
    throw error;
  }
}
