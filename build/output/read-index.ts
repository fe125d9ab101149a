/** Reads `index.json` of a release: its header, and the lines of its products, which are parsed on demand. */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { releaseFormat } from '../../contract/release.ts';
import { sha256 } from '../content/sha256.ts';
import { cacheLastFiles } from './kept-files.ts';
import { type IndexedProduct, type IndexHeader, indexEnd, indexFile } from './release-index.ts';

/**
 * The index of a release, whose product entries are parsed on demand. Products are in the order of the product list.
 */
export interface ReleaseIndex {
  readonly header: IndexHeader;
  /** Returns the SHA-256 of `index.json` in hexadecimal. */
  hash(): string;
  /** Byte offset of the first product's entry in `index.json`. */
  readonly start: number;
  /** The SKUs of all products, in the order of the file. */
  readonly skus: readonly string[];
  /**
   * Returns a product's line of `index.json`, without line break and comma; an empty buffer if the release lacks the
   * product.
   */
  line(sku: string): Buffer;
  /** Parses the entry of a product; undefined if the release does not have it. */
  product(sku: string): IndexedProduct | undefined;
}

const [newline, quote, colon] = Buffer.from('\n":') as Buffer & readonly [number, number, number];

/**
 * Reads the index of the release in `folder`. Rejects if the index is missing, damaged or in another format. Keeps the
 * index as bytes, because a large index exceeds V8's string limit.
 */
export function readIndex(folder: string): Promise<ReleaseIndex> {
  return readKept(join(folder, indexFile));
}

const readKept = cacheLastFiles(async (path): Promise<ReleaseIndex> => {
  // Synchronous: a long file would take a hundred turns of the event loop.
  const bytes = readFileSync(path);
  const endOfHeader = bytes.indexOf(newline);
  if (endOfHeader === -1 || bytes.toString('latin1', bytes.length - indexEnd.length) !== indexEnd) {
    throw new Error(`${path} is cut off`);
  }
  const header = parseHeader(path, bytes.subarray(0, endOfHeader));
  const lines = findLines(bytes, endOfHeader + 1);
  const line = (sku: string) => bytes.subarray(...(lines.get(sku) ?? [0, 0]));
  let hash: string | undefined;
  return {
    header,
    hash() {
      hash ??= sha256(bytes);
      return hash;
    },
    start: endOfHeader,
    skus: [...lines.keys()],
    line,
    product(sku) {
      const found = line(sku);
      if (found.length === 0) return undefined;
      return JSON.parse(found.toString('utf8', found.indexOf(colon) + 1)) as IndexedProduct;
    },
  };
});

/** Number of bytes to read at once in search of the end of an index header. */
const headerChunk = 1 << 16;

/**
 * Reads only the header of the index of the release in `folder`. Throws if the index is missing, ends within the
 * header, is damaged there, or is in another format.
 */
export function readIndexHeader(folder: string): IndexHeader {
  const path = join(folder, indexFile);
  const file = openSync(path, 'r');
  try {
    let bytes = Buffer.alloc(0);
    for (;;) {
      const chunk = Buffer.alloc(headerChunk);
      const read = readSync(file, chunk, 0, headerChunk, bytes.length);
      if (read === 0) throw new Error(`${path} is cut off`);
      bytes = Buffer.concat([bytes, chunk.subarray(0, read)]);
      const end = bytes.indexOf(newline);
      if (end !== -1) return parseHeader(path, bytes.subarray(0, end));
    }
  } finally {
    closeSync(file);
  }
}

/** Parses the bytes of an index before its first product. Throws if they are damaged or in another format. */
function parseHeader(path: string, bytes: Buffer): IndexHeader {
  const header = JSON.parse(`${bytes.toString()}}}`) as IndexHeader;
  if (header.format !== releaseFormat) throw new Error(`${path} has format ${header.format}`);
  return header;
}

/**
 * Returns SKU → start and end, as byte offsets, of the product's line without its comma, in file order. `first` is the
 * byte offset of the first product's line.
 */
function findLines(bytes: Buffer, first: number): ReadonlyMap<string, readonly [number, number]> {
  const lines = new Map<string, readonly [number, number]>();
  const last = bytes.length - indexEnd.length;
  for (let start = first; start < last; ) {
    const end = bytes.indexOf(newline, start);
    // A SKU has no character that JSON escapes.
    const sku = bytes.toString('utf8', start + 1, bytes.indexOf(quote, start + 1));
    lines.set(sku, [start, end === last ? end : end - 1]);
    start = end + 1;
  }
  return lines;
}
