/**
 * Compresses product lists in segments (decision 62): segments with only unchanged products are copied from the list of
 * the previous release instead of compressed again.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from '../content/compare.ts';
import { allOf } from './all-of.ts';
import { type BrotliSegment, toSegments, writeBrotli } from './brotli-segments.ts';
import { type Effort, efforts, formSuffixes } from './encode.ts';
import { endsPart } from './export-groups.ts';
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
 * A byte range of an uncompressed product list that is compressed separately with gzip. The segments of a list follow
 * each other without gaps.
 */
export interface ListSegment {
  readonly start: number;
  readonly size: number;
  /**
   * Byte offset of the same bytes in the plain list of the previous release; undefined if the segment cannot be copied
   * from there.
   */
  readonly previousStart?: number | undefined;
  /** True for the last products of a list with several segments: a segment of the Brotli form ends after them, too. */
  readonly endsSegment?: boolean;
}

/** Average number of products in a gzip segment, about 0.9 MB. Shorter segments would make the gzip form larger. */
const productsInSegment = 256;

/**
 * Minimum number of plain bytes in a segment of the Brotli form. Brotli finds what products have in common up to 1 MB
 * back, so that segments of 0.9 MB would make the form half as long again.
 */
const brotliSegmentBytes = 6_000_000;

/**
 * Divides a plain product list into segments, which are compressed separately so that later builds can copy unchanged
 * ones. The SKU of a product decides whether a segment ends after it (`endsPart`). The end of a list that has several
 * segments is a segment of its own, which is never copied, because it depends on all products. `products` are in the
 * order of the list, `at` is the index of the list among the long documents, and the third argument has the size of the
 * list and the byte offset of its first product.
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
  const add = (endsSegment = false) => {
    const [move, ...others] = moves;
    // The first segment also has the beginning of the list, which has always the same bytes and is not moved.
    const isCopy = move !== undefined && others.length === 0 && (start > 0 || move === 0);
    const previousStart = isCopy ? start + move : undefined;
    segments.push({ start, size: end - start, previousStart, ...(endsSegment && { endsSegment }) });
    start = end;
    moves = new Set();
  };
  for (const { sku, parts } of products) {
    const length = parts.lengths[at] ?? 0;
    if (length === 0) continue;
    const offset = end === firstPart ? firstPart : end + 1;
    moves.add('offsets' in parts ? (parts.offsets[at] as number) - offset : undefined);
    end = offset + length;
    if (endsPart(sku, productsInSegment)) add();
  }
  if (segments.length > 0 && end > start) add(true);
  segments.push({ start, size: size - start });
  return segments;
}

/** `lists.json` of a release, for the next build: path of a product list → the segments of its compressed forms. */
type ListsRecord = Readonly<Record<string, ListRecord>>;

interface ListRecord {
  /** The effort of the compressed forms, which depends on the size of the list. */
  readonly effort: Effort;
  readonly gzip: FormRecord;
  readonly brotli: FormRecord;
}

/** A compressed form of a list: its SHA-256 and its segments. */
interface FormRecord {
  readonly hash: string;
  readonly segments: readonly SegmentRecord[];
}

/**
 * A segment: its byte range in the plain list (`start`, `size`), its byte range in the compressed form (`offset`,
 * `length`), and for gzip the CRC-32 of its plain bytes.
 */
type SegmentRecord = readonly [
  start: number,
  size: number,
  offset: number,
  length: number,
  crc?: number,
];

/** Name of the file in a release with the positions of the segments (compressed pieces) of its lists. */
export const listsRecordFile = 'lists.json';

/** Writes the compressed forms of the product lists of a release. */
export interface ListCompressor {
  /**
   * Writes the gzip and the Brotli form of a list next to its plain form, which must be complete. The gzip form
   * consists of `segments`. `path` is relative to the release. Returns the size and SHA-256 of each form. Rejects with
   * file-system errors.
   */
  compress(
    path: string,
    segments: readonly ListSegment[],
    effort: Effort,
  ): Promise<readonly [gzip: Stamp, brotli: Stamp]>;
  /**
   * Returns the positions of the segments of all lists, sorted by the paths of the lists. For lists for which
   * `compress` is not called, because they are unchanged, returns the positions in the previous release.
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
    async compress(path, segments, effort) {
      const record = before?.[path]?.effort === effort ? before[path] : undefined;
      const plain = openSync(join(folder, path), 'r');
      try {
        const list = { path: join(folder, path), plain, effort };
        const [gzip, brotli] = await allOf([
          compressGzip(list, segments, findKnown(path + formSuffixes[1], record?.gzip, previous)),
          compressBrotli(
            list,
            segments,
            findKnown(path + formSuffixes[2], record?.brotli, previous),
          ),
        ]);
        records[path] = { effort, gzip: toRecord(gzip), brotli: toRecord(brotli) };
        return [gzip.stamp, brotli.stamp];
      } finally {
        closeSync(plain);
      }
    },
    // Sorted, because the lists are compressed at the same time and end in any order.
    record: () => Object.fromEntries(Object.entries(records).sort(([a], [b]) => compare(a, b))),
  };
}

interface CompressedForm {
  readonly stamp: Stamp;
  readonly segments: readonly SegmentRecord[];
}

const toRecord = ({ stamp: [, hash], segments }: CompressedForm): FormRecord => ({
  hash,
  segments,
});

/** Returns where the previous release has the compressed bytes of a byte range of the plain list there, if it has. */
type FindKnown = (start: number | undefined, size: number) => SegmentSource | undefined;

/**
 * Returns the function that finds the segments of a compressed form in the previous release. It finds none if the form
 * is missing or damaged, or is not the file that `record` describes. `path` is the path of the form in the release.
 */
function findKnown(
  path: string,
  record: FormRecord | undefined,
  { folder = '', stampOf }: SegmentedRelease,
): FindKnown {
  const file = join(folder, path);
  const stamp = stampOf(path);
  const isWhole = stamp !== undefined && stamp[1] === record?.hash && hasStamp(file, stamp);
  if (!isWhole) return () => undefined;
  const known = new Map(
    record.segments.map(([start, size, offset, length, crc = 0]) => {
      return [`${start} ${size}`, { path: file, offset, length, crc, size }];
    }),
  );
  return (start, size) => known.get(`${start} ${size}`);
}

/** A list that is compressed: the path and the open file of its plain form. */
interface PlainList {
  readonly path: string;
  readonly plain: number;
  readonly effort: Effort;
}

async function compressGzip(
  { path, plain, effort }: PlainList,
  segments: readonly ListSegment[],
  find: FindKnown,
): Promise<CompressedForm> {
  const file = createGzipFile(path + formSuffixes[1]);
  const reader = createSegmentReader();
  try {
    const records: SegmentRecord[] = [];
    for (const { start, size, previousStart } of segments) {
      const source = find(previousStart, size);
      const segment = source
        ? { ...source, bytes: reader.read(source) }
        : await deflateSegment(readRange(plain, start, size), efforts[effort].gzip);
      const offset = file.append(segment);
      records.push([start, size, offset, segment.bytes.length, segment.crc]);
    }
    return { stamp: file.close(), segments: records };
  } catch (error) {
    file.abandon();
    throw error;
  } finally {
    reader.close();
  }
}

async function compressBrotli(
  { path, plain, effort }: PlainList,
  segments: readonly ListSegment[],
  find: FindKnown,
): Promise<CompressedForm> {
  // A short list is compressed as a whole, which gives fewer bytes.
  const ranges = (effort === 'bulk' ? toSegments(segments, brotliSegmentBytes) : [segments]).map(
    joinSegments,
  );
  const toCompress = ranges.map(({ start, size, previousStart }): BrotliSegment => {
    return { read: () => readRange(plain, start, size), known: find(previousStart, size) };
  });
  const { stamp, segments: written } = await writeBrotli(path, toCompress, effort);
  const records = ranges.map(({ start, size }, at): SegmentRecord => {
    return [start, size, ...(written[at] as (typeof written)[number])];
  });
  return { stamp, segments: records };
}

/** Joins adjacent segments to one. It can be copied if they are also adjacent in the previous release. */
function joinSegments(segments: readonly ListSegment[]): Omit<ListSegment, 'endsSegment'> {
  const [{ start = 0, previousStart } = {}] = segments;
  const move = (previousStart ?? 0) - start;
  const isCopy = segments.every((each) => each.previousStart === each.start + move);
  const size = segments.reduce((sum, each) => sum + each.size, 0);
  return { start, size, previousStart: isCopy ? previousStart : undefined };
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
