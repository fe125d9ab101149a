/**
 * `index.json` of a release: what commands and later builds need of each product without reading its
 * documents. It is valid JSON with one product per line, so that a large one is read line by line. It
 * stands beside `public/`, and no net price is in it.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '../../contract/locales.ts';
import { releaseFormat } from '../../contract/release.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import type { Validity } from '../content/dates.ts';
import type { Outline } from '../content/outline.ts';
import type { PictureSizes } from '../render/images.ts';
import { createWriter } from './assembly.ts';
import { codingOf } from './encode.ts';
import type { DocumentFrame } from './long-documents.ts';
import type { ObjectRecord } from './objects.ts';
import { type Stamp, sha256 } from './stamps.ts';

/** A product in a locale. */
export interface IndexedDetail {
  readonly productName: string;
  readonly brand: string;
  readonly category: string;
  /** SHA-256 of the plain document; its first 16 digits are the revision. */
  readonly sha256: string;
  readonly msrp: ProductDetail['pricing']['msrp'];
  readonly sizes: ProductDetail['pricing']['sizes'];
}

/** Part id → colour and size. */
export type PartIds = Readonly<Record<string, readonly [color: string, size: string]>>;

export interface IndexedProduct {
  /** Name of the object. */
  readonly object: string;
  /** Hash of its plain files; equal on every machine. */
  readonly content: string;
  /** Hash of all that the product was made from; see `createProductKeys`. */
  readonly inputs: string;
  /** True if no rule found anything in it. */
  readonly isClean: boolean;
  readonly outline: Outline;
  readonly locales: Readonly<Partial<Record<Locale, IndexedDetail>>>;
  /** Path below the object → SHA-256 of the pictures that were drawn for it. */
  readonly pictures: Readonly<Record<string, string>>;
  /** The sizes that its documents tell of pictures of the content; absent without such a picture. */
  readonly pictureSizes?: PictureSizes;
  /** Pieces in stock, at all locations. */
  readonly pieces: number;
  /** Part id → colour and size of the variant, if any has one. Last in the line: builds do not read them. */
  readonly partIds?: PartIds | undefined;
  /** Bytes of its files: plain, gzip, Brotli. */
  readonly bytes: readonly [number, number, number];
  /** The days on which it is as it is; left out if it has no dates. */
  readonly validity?: Validity;
  /** Length in bytes of its part of each long document; 0 if the document has no part of it. */
  readonly parts: readonly number[];
}

/** A document that is put together from a part of each product. */
export interface LongDocumentEntry {
  /** Path below the release. */
  readonly path: string;
  readonly stamp: Stamp;
  /** Where its first part begins. */
  readonly start: number;
}

export interface IndexHeader {
  readonly format: typeof releaseFormat;
  /** See `compilerVersion`. */
  readonly compiler: string;
  readonly documents: readonly LongDocumentEntry[];
}

/** An index that was read. Products are in the order of their parts in the long documents. */
export interface ReleaseIndex {
  readonly header: IndexHeader;
  /** Where the part of the first product begins. */
  readonly start: number;
  readonly skus: readonly string[];
  /** The line of a product as it stands in the file; empty when the release does not have it. */
  line(sku: string): string;
  /** Parses the entry of a product; undefined when the release does not have it. */
  product(sku: string): IndexedProduct | undefined;
}

export const indexFile = 'index.json';

/**
 * The part of a product: its line, after a line break so that a comma alone separates two parts. What every
 * build reads of every product stands first, so that it is found without parsing the line: key, lengths of
 * parts, locales. The documents' own facts stand last, and part ids.
 */
export function indexPart(
  sku: string,
  { inputs, parts, locales, partIds, ...facts }: IndexedProduct,
): string {
  const shown = Object.keys(locales).join();
  const line = { inputs, parts, shown, ...facts, locales, partIds };
  return `\n${JSON.stringify(sku)}:${JSON.stringify(line)}`;
}

const lineStart = /^"[^"]*":\{"inputs":"([0-9a-f]+)","parts":\[([\d,]*)\],"shown":"([^"]*)"/;

/** The key in a product's line; undefined if it is no such line. */
export function inputsIn(line: string): string | undefined {
  return lineStart.exec(line)?.[1];
}

/** The lengths of a product's parts: those that its line names, and that of the line with its line break. */
export function partLengthsOf(line: string): number[] {
  const parts = lineStart.exec(line)?.[2] ?? '';
  const lengths = parts === '' ? [] : parts.split(',').map(Number);
  return lengths.concat(Buffer.byteLength(line) + 1);
}

/** The locales that show the product of a line. */
export function localesIn(line: string): Locale[] {
  const shown = lineStart.exec(line)?.[3] ?? '';
  return shown === '' ? [] : (shown.split(',') as Locale[]);
}

/** The part ids of a product's line as JSON; empty if it has none. */
export function partIdsIn(line: string): string {
  // Unescaped, these characters are in no string.
  const start = line.lastIndexOf(partIdsMember);
  return start === -1 ? '' : line.slice(start + partIdsMember.length - 1, -1);
}

const partIdsMember = ',"partIds":{';

/** The facts of a product but for those of its documents and its part ids. */
export type ProductFacts = Omit<IndexedProduct, 'locales' | 'partIds'>;

/** Parses the facts of a product's line, which is a fraction of it. */
export function factsIn(line: string): ProductFacts {
  // Unescaped, these characters are in no string.
  const end = line.indexOf(',"locales":{');
  return JSON.parse(`${line.slice(line.indexOf(':') + 1, end)}}`) as ProductFacts;
}

/** The bytes of an object's files by form, every name counted. */
export function bytesOf({ files }: ObjectRecord): IndexedProduct['bytes'] {
  const bytes: [number, number, number] = [0, 0, 0];
  for (const path in files) bytes[codingOf(path)] += files[path]?.[0] ?? 0;
  return bytes;
}

/** What follows the last line. */
const ending = '\n}}\n';

/** What an index has around the parts of products. */
export function indexFrame(header: IndexHeader): DocumentFrame {
  const beginning = `${JSON.stringify(header).slice(0, -1)},"products":{`;
  return { paths: [indexFile], beginning, end: () => ending };
}

/** Writes an index at a path that is free; returns its stamp. */
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

const [newline, quote] = Buffer.from('\n"') as Buffer & readonly [number, number];

/**
 * Reads the index of a release. Rejects when it is missing, damaged, of another format, or has another SHA-256 than
 * the given one. It stays bytes, of which a line becomes text when it is asked for: a large index is longer than
 * V8's longest string.
 */
export async function readIndex(folder: string, hash?: string): Promise<ReleaseIndex> {
  const path = join(folder, indexFile);
  const bytes = await readFile(path);
  if (hash !== undefined && sha256(bytes) !== hash) throw new Error(`${path} is changed`);
  const endOfHeader = bytes.indexOf(newline);
  if (endOfHeader === -1 || bytes.toString('latin1', bytes.length - ending.length) !== ending) {
    throw new Error(`${path} is cut off`);
  }
  const header = JSON.parse(`${bytes.toString('utf8', 0, endOfHeader)}}}`) as IndexHeader;
  if (header.format !== releaseFormat) throw new Error(`${path} has format ${header.format}`);
  const lines = findLines(bytes, endOfHeader + 1);
  const line = (sku: string) => {
    const [start, end] = lines.get(sku) ?? [0, 0];
    return bytes.toString('utf8', start, end);
  };
  return {
    header,
    start: endOfHeader,
    skus: [...lines.keys()],
    line,
    product(sku) {
      const text = line(sku);
      if (text === '') return undefined;
      return JSON.parse(text.slice(text.indexOf(':') + 1)) as IndexedProduct;
    },
  };
}

/** Where the line of each product is, without the comma after it. */
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
