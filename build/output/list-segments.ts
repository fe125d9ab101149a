/**
 * Writes the gzip form of product lists from segments (decision 62): segments with only unchanged products are copied
 * from the list of the previous release instead of compressed again.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { compare } from '../content/compare.ts';
import { type Effort, efforts, formSuffixes } from './encode.ts';
import {
  createGzipFile,
  createSegmentReader,
  deflateSegment,
  type SegmentSource,
} from './gzip-segments.ts';
import type { PreviousRelease } from './previous-release.ts';
import type { LongDocumentEntry } from './release-index.ts';
import { hasStamp, type Stamp } from './stamps.ts';
import type { ReleasedProduct } from './write-release.ts';

/**
 * A byte range of an uncompressed product list that is compressed separately. The segments of a list follow each other
 * without gaps.
 */
export interface ListSegment {
  readonly start: number;
  readonly size: number;
  /**
   * Byte offset of the same bytes in the plain list of the previous release; undefined if the segment cannot be copied
   * from there.
   */
  readonly previousStart?: number;
}

/** Average number of products in a segment, about 0.9 MB. Shorter segments would make the gzip form larger. */
const productsInSegment = 256;

/**
 * Divides a plain product list into segments, which are compressed separately so that later builds can copy unchanged
 * ones. A segment ends after each product whose SKU has a certain hash, so that an edited product changes only its own
 * segment; a product that ends a segment changes two when it is added or removed. The first and the last segment are
 * never copied, because they also contain the beginning and the end of the document. `products` are in the order of the
 * list, `at` is the index of the list among the long documents, and the third argument has the size of the list and the
 * byte offset of its first product.
 */
export function cutIntoSegments(
  products: readonly Pick<ReleasedProduct, 'sku' | 'parts'>[],
  at: number,
  { start: firstPart, stamp: [size] }: LongDocumentEntry,
): readonly ListSegment[] {
  const segments: ListSegment[] = [];
  let start = 0;
  let end = firstPart;
  /**
   * For each part of the current segment, its byte offset in the previous list minus its offset in the new list;
   * undefined for a new part. The segment can be copied only if all its parts have moved by the same number of bytes.
   */
  let moves = new Set<number | undefined>();
  for (const { sku, parts } of products) {
    const length = parts.lengths[at] ?? 0;
    if (length === 0) continue;
    const offset = end === firstPart ? firstPart : end + 1;
    moves.add('offsets' in parts ? (parts.offsets[at] as number) - offset : undefined);
    end = offset + length;
    if (crc32(sku) % productsInSegment !== 0) continue;
    const [move, ...others] = moves;
    // The first segment also has the beginning of the document, which is no part.
    const isCopy = move !== undefined && others.length === 0 && start > 0;
    segments.push({ start, size: end - start, ...(isCopy && { previousStart: start + move }) });
    start = end;
    moves = new Set();
  }
  // The last one has the end of the document, which depends on all products.
  segments.push({ start, size: size - start });
  return segments;
}

/**
 * `lists.json` of a release, for the next build: path of a product list → the segments (compressed pieces) of its gzip
 * form.
 */
type ListsRecord = Readonly<Record<string, ListRecord>>;

interface ListRecord {
  /** SHA-256 of the gzip form. */
  readonly gzip: string;
  /** Compression level of gzip, which depends on the size of the list. */
  readonly level: number;
  readonly segments: readonly ListSegmentRecord[];
}

/**
 * A segment: its byte range in the plain list (`start`, `size`), its byte range in the gzip form (`offset`, `length`),
 * and the CRC-32 of its plain bytes.
 */
type ListSegmentRecord = readonly [
  start: number,
  size: number,
  offset: number,
  length: number,
  crc: number,
];

/** Name of the file in a release with the positions of the segments (compressed pieces) of its lists. */
export const listsRecordFile = 'lists.json';

/** Writes the gzip forms of the product lists of a release. */
export interface ListCompressor {
  /**
   * Writes the gzip form of a list, which consists of `segments`, next to its plain form, which must be complete.
   * `path` is the path of the plain form in the release. Returns the size and SHA-256 of the gzip form. Rejects with
   * file-system errors.
   */
  gzip(path: string, segments: readonly ListSegment[], effort: Effort): Promise<Stamp>;
  /**
   * Returns the content of `lists.json`: the positions of the segments of all lists, sorted by the paths of the lists.
   * If `gzip` was not called for a list, because the list is unchanged, takes its positions from the previous release.
   */
  record(): ListsRecord;
}

/** The members of the previous release that are needed to find the segments of its lists. */
export type SegmentedRelease = Pick<PreviousRelease, 'folder' | 'stampOf' | 'readRecord'>;

/**
 * Creates the compressor for the lists of the new release in `folder`, which copies unchanged segments from `previous`.
 */
export function createListCompressor(folder: string, previous: SegmentedRelease): ListCompressor {
  const before = previous.readRecord(listsRecordFile) as ListsRecord | undefined;
  const records: Record<string, ListRecord> = { ...before };
  return {
    async gzip(path, segments, effort) {
      const { gzip: level } = efforts[effort];
      const record = before?.[path];
      const known = record?.level === level ? knownSegments(path, record, previous) : new Map();
      const compressed = await compressSegments(join(folder, path), segments, { known, level });
      const { stamp } = compressed;
      records[path] = { gzip: stamp[1], level, segments: compressed.segments };
      return stamp;
    },
    // Sorted, because the lists are compressed at the same time and end in any order.
    record: () => Object.fromEntries(Object.entries(records).sort(([a], [b]) => compare(a, b))),
  };
}

/**
 * Returns the segments of a list in the previous release: byte range in the plain list (a text that `keyOf` returns) →
 * position of the segment in the gzip form. Returns an empty map if the gzip form is missing or damaged, or is not the
 * file that `record` describes.
 */
function knownSegments(
  path: string,
  record: ListRecord,
  { folder = '', stampOf }: SegmentedRelease,
): ReadonlyMap<string, SegmentSource> {
  const file = join(folder, path) + formSuffixes[1];
  const stamp = stampOf(path + formSuffixes[1]);
  if (stamp === undefined || stamp[1] !== record.gzip || !hasStamp(file, stamp)) return new Map();
  return new Map(
    record.segments.map(([start, size, offset, length, crc]) => {
      return [keyOf(start, size), { path: file, offset, length, crc, size }];
    }),
  );
}

const keyOf = (start: number, size: number) => `${start} ${size}`;

async function compressSegments(
  path: string,
  segments: readonly ListSegment[],
  { known, level }: { known: ReadonlyMap<string, SegmentSource>; level: number },
): Promise<{ readonly stamp: Stamp; readonly segments: readonly ListSegmentRecord[] }> {
  const file = createGzipFile(path + formSuffixes[1]);
  const reader = createSegmentReader();
  const plain = openSync(path, 'r');
  try {
    const records: ListSegmentRecord[] = [];
    for (const { start, size, previousStart } of segments) {
      const source =
        previousStart === undefined ? undefined : known.get(keyOf(previousStart, size));
      const segment = source
        ? reader.read(source)
        : await deflateSegment(readRange(plain, start, size), level);
      const offset = file.append(segment);
      records.push([start, size, offset, segment.bytes.length, segment.crc]);
    }
    return { stamp: file.close(), segments: records };
  } catch (error) {
    file.abandon();
    throw error;
  } finally {
    reader.close();
    closeSync(plain);
  }
}

function readRange(descriptor: number, start: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  for (let read = 0; read < size; ) {
    const more = readSync(descriptor, bytes, read, size - read, start + read);
    if (more === 0) throw new Error(`a list ends before byte ${start + size}`);
    read += more;
  }
  return bytes;
}
