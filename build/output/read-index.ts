/** Reads `index.json` of a release: its header, and the lines of its products, which are read and parsed on demand. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { releaseFormat } from '../../contract/release.ts';
import { sha256 } from '../content/sha256.ts';
import { cacheLastFiles } from './kept-files.ts';
import { type IndexedProduct, type IndexHeader, indexEnd, indexFile } from './release-index.ts';

/**
 * The index of a release, read on demand. Opening it reads only the header and the end of the file. For the first few
 * products, `line` and `product` search the file for the line of the product. When more products are requested, or
 * `skus` is called, the whole file is read into memory once. Products are in the order of the product list. The methods
 * throw file-system errors, such as after the release was removed.
 */
export interface ReleaseIndex {
  readonly header: IndexHeader;
  /** Returns the SHA-256 of `index.json` in hexadecimal. */
  hash(): string;
  /** Byte offset in `index.json` of the line break before the first product's line. */
  readonly start: number;
  /** Returns the SKUs of all products, in the order of the file. */
  skus(): readonly string[];
  /**
   * Returns a product's line of `index.json`, without line break and comma; an empty buffer if the release lacks the
   * product.
   */
  line(sku: string): Buffer;
  /** Parses the entry of a product; undefined if the release does not have it. */
  product(sku: string): IndexedProduct | undefined;
}

const [newline, quote, colon, comma] = Buffer.from('\n":,') as Buffer &
  readonly [number, number, number, number];

/**
 * Number of products whose lines are searched for in the file before the whole index is read. A deploy of one edit
 * needs only one product, and searching the file in small pieces takes a tenth of the time of reading it into new
 * memory.
 */
const searchedProducts = 4;

/** Number of bytes to read at once while an index is searched. */
const searchBytes = 1 << 20;

/**
 * Opens the index of the release in `folder`. Rejects if the index is missing, cut off or in another format, or if its
 * header is damaged. An index that is read as a whole stays in memory as bytes, because a large index is longer than a
 * string of V8 can be.
 */
export function readIndex(folder: string): Promise<ReleaseIndex> {
  return readKept(join(folder, indexFile));
}

const readKept = cacheLastFiles(async (path): Promise<ReleaseIndex> => {
  const { header, start } = readHeader(path);
  if (endOf(path) !== indexEnd) throw new Error(`${path} is cut off`);
  const searched = new Map<string, Buffer>();
  let whole: WholeIndex | undefined;
  const readWhole = () => {
    whole ??= readAll(path, start);
    return whole;
  };
  const line = (sku: string): Buffer => {
    const known = searched.get(sku);
    if (known !== undefined) return known;
    if (whole !== undefined || searched.size === searchedProducts) {
      const { bytes, lines } = readWhole();
      return bytes.subarray(...(lines.get(sku) ?? [0, 0]));
    }
    const found = findLine(path, sku);
    searched.set(sku, found);
    return found;
  };
  return {
    ...{ header, start, line },
    hash: () => (whole === undefined ? hashOf(path) : sha256(whole.bytes)),
    skus: () => [...readWhole().lines.keys()],
    product(sku) {
      const found = line(sku);
      if (found.length === 0) return undefined;
      return JSON.parse(found.toString('utf8', found.indexOf(colon) + 1)) as IndexedProduct;
    },
  };
});

/**
 * Reads only the header of the index of the release in `folder`. Throws if the index is missing, ends within the
 * header, is damaged there, or is in another format.
 */
export function readIndexHeader(folder: string): IndexHeader {
  return readHeader(join(folder, indexFile)).header;
}

/** Reads the header, and returns it with the byte offset of its end, where the first product's entry begins. */
function readHeader(path: string): Pick<ReleaseIndex, 'header' | 'start'> {
  const chunks: Buffer[] = [];
  let start = 0;
  for (const chunk of piecesOf(path, headerBytes)) {
    const end = chunk.indexOf(newline);
    // A copy, because the next piece overwrites it.
    chunks.push(Buffer.from(chunk.subarray(0, end === -1 ? undefined : end)));
    start += chunks.at(-1)?.length ?? 0;
    if (end === -1) continue;
    const header = JSON.parse(`${Buffer.concat(chunks)}}}`) as IndexHeader;
    if (header.format !== releaseFormat) throw new Error(`${path} has format ${header.format}`);
    return { header, start };
  }
  throw new Error(`${path} is cut off`);
}

/** Number of bytes to read at once in search of the end of an index header. */
const headerBytes = 1 << 16;

/**
 * Yields the bytes of a file from the offset `start`, in pieces of up to `size` bytes; each piece overwrites the
 * previous one in memory. A piece repeats the last `overlap` bytes of the previous one, so that a search also finds a
 * text that extends over two pieces. `overlap` must be less than `size`.
 */
function* piecesOf(
  path: string,
  size: number,
  { start = 0, overlap = 0 }: { readonly start?: number; readonly overlap?: number } = {},
): Generator<Buffer> {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(size);
    for (let at = start; ; ) {
      const read = readSync(file, buffer, 0, size, at);
      if (read === 0) return;
      yield buffer.subarray(0, read);
      // At the end, nothing follows the bytes that were repeated.
      if (read <= overlap) return;
      at += read - overlap;
    }
  } finally {
    closeSync(file);
  }
}

/**
 * Returns the end of an index as text, as many bytes as `indexEnd` has. It differs from `indexEnd` if the file is cut
 * off.
 */
function endOf(path: string): string {
  const from = Math.max(0, statSync(path).size - indexEnd.length);
  return [...piecesOf(path, indexEnd.length, { start: from })].join('');
}

function hashOf(path: string): string {
  const hash = createHash('sha256');
  for (const piece of piecesOf(path, searchBytes)) hash.update(piece);
  return hash.digest('hex');
}

/** Searches the file for the line of a product, and returns it as `ReleaseIndex.line` does. */
function findLine(path: string, sku: string): Buffer {
  // No JSON string contains a line break.
  const wanted = Buffer.from(`\n${JSON.stringify(sku)}:`);
  // Otherwise it would not be found where a piece ends.
  const overlap = wanted.length - 1;
  let at = 0;
  for (const piece of piecesOf(path, searchBytes, { overlap })) {
    const found = piece.indexOf(wanted);
    if (found !== -1) return readLine(path, at + found + 1);
    at += piece.length - overlap;
  }
  return Buffer.alloc(0);
}

/** Reads the line that begins at the byte offset `start`, without line break and comma. */
function readLine(path: string, start: number): Buffer {
  const chunks: Buffer[] = [];
  for (const piece of piecesOf(path, headerBytes, { start })) {
    const end = piece.indexOf(newline);
    chunks.push(Buffer.from(piece.subarray(0, end === -1 ? undefined : end)));
    if (end !== -1) break;
  }
  const line = Buffer.concat(chunks);
  return line.at(-1) === comma ? line.subarray(0, -1) : line;
}

/** An index that was read as a whole. */
interface WholeIndex {
  readonly bytes: Buffer;
  /** SKU → start and end, as byte offsets, of the product's line without its comma. */
  readonly lines: ReadonlyMap<string, readonly [number, number]>;
}

function readAll(path: string, start: number): WholeIndex {
  // Synchronous: a long file would take a hundred turns of the event loop.
  const bytes = readFileSync(path);
  return { bytes, lines: findLines(bytes, start + 1) };
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
