/**
 * `index.json` of a release: what commands and later builds need of each product without reading its
 * documents. It is valid JSON with one product per line, so that a large one is read line by line. It
 * stands beside `public/`, and no net price is in it.
 */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '../../contract/locales.ts';
import { releaseFormat } from '../../contract/release.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import type { Outline } from '../content/outline.ts';
import { codingOf } from './encode.ts';
import type { ObjectRecord } from './objects.ts';
import type { Stamp } from './stamps.ts';

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
  /** Pieces in stock. */
  readonly pieces: number;
  /** Bytes of its files: plain, gzip, Brotli. */
  readonly bytes: readonly [number, number, number];
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
  readonly skus: readonly string[];
  /** The line of a product as it stands in the file; empty when the release does not have it. */
  line(sku: string): string;
  /** Parses the entry of a product; undefined when the release does not have it. */
  product(sku: string): IndexedProduct | undefined;
}

export const indexFile = 'index.json';

/**
 * The line of a product. What every build reads of every product stands first, so that it is found without
 * parsing the line: key, lengths of parts, locales. The documents' own facts stand last.
 */
export function productLine(
  sku: string,
  { inputs, parts, locales, ...facts }: IndexedProduct,
): string {
  const shown = Object.keys(locales).join();
  return `${JSON.stringify(sku)}:${JSON.stringify({ inputs, parts, shown, ...facts, locales })}`;
}

const lineStart = /^"[^"]*":\{"inputs":"([0-9a-f]+)","parts":\[([\d,]*)\],"shown":"([^"]*)"/;

/** The key in a product's line; undefined if it is no such line. */
export function inputsIn(line: string): string | undefined {
  return lineStart.exec(line)?.[1];
}

/** The lengths of parts in a product's line. */
export function partLengthsIn(line: string): number[] {
  const parts = lineStart.exec(line)?.[2] ?? '';
  return parts === '' ? [] : parts.split(',').map(Number);
}

/** The locales that show the product of a line. */
export function localesIn(line: string): Locale[] {
  const shown = lineStart.exec(line)?.[3] ?? '';
  return shown === '' ? [] : (shown.split(',') as Locale[]);
}

/** The facts of a product but for those of its documents. */
export type ProductFacts = Omit<IndexedProduct, 'locales'>;

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

/** Characters at which lines are written together: a write for each would be slow. */
const pieceLength = 1 << 18;

/** Writes an index. Lines come from `productLine`, or from an index that was read. */
export async function writeIndex(
  folder: string,
  header: IndexHeader,
  lines: Iterable<string>,
): Promise<void> {
  const file = await open(join(folder, indexFile), 'wx');
  try {
    let piece = `${JSON.stringify(header).slice(0, -1)},"products":{`;
    let separator = '\n';
    for (const line of lines) {
      piece += separator + line;
      separator = ',\n';
      if (piece.length < pieceLength) continue;
      await file.write(piece);
      piece = '';
    }
    await file.write(`${piece}\n}}\n`);
  } finally {
    await file.close();
  }
}

/** Reads the index of a release. Rejects when it is missing, damaged or of another format. */
export async function readIndex(folder: string): Promise<ReleaseIndex> {
  const path = join(folder, indexFile);
  let header: IndexHeader | undefined;
  let isWhole = false;
  const lines = new Map<string, string>();
  for await (const line of linesOf(path)) {
    if (header === undefined) header = JSON.parse(`${line}}}`) as IndexHeader;
    else if (line === '}}') isWhole = true;
    else {
      const text = line.endsWith(',') ? line.slice(0, -1) : line;
      // A SKU has no character that JSON escapes.
      lines.set(text.slice(1, text.indexOf('"', 1)), text);
    }
  }
  if (header === undefined || !isWhole) throw new Error(`${path} is cut off`);
  if (header.format !== releaseFormat) throw new Error(`${path} has format ${header.format}`);
  const line = (sku: string) => lines.get(sku) ?? '';
  return {
    header,
    skus: [...lines.keys()],
    line,
    product(sku) {
      const text = line(sku);
      if (text === '') return undefined;
      return JSON.parse(text.slice(text.indexOf(':') + 1)) as IndexedProduct;
    },
  };
}

/** Streamed: a large index is longer than V8's longest string. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const lines = `${rest}${chunk as string}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
