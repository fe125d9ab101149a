/**
 * Writes the gzip and the Brotli form of product lists in segments, except the Brotli form of a short
 * list, which is compressed as a whole. A segment whose products are unchanged, and adjacent in the list of the previous
 * release as well, is copied from there instead of compressed again.
 */
import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from '../content/compare.ts';
import { allOf } from './all-of.ts';
import { brotliFormat, compressToSegment } from './brotli-segments.ts';
import { compressBrotli, type Effort, efforts, formSuffixes } from './encode.ts';
import { endsPart } from './export-groups.ts';
import { deflateSegment, gzipFormat } from './gzip-segments.ts';
import type { PreviousRelease } from './previous-release.ts';
import type { LongDocumentEntry } from './release-index.ts';
import {
  type Compressed,
  createRangeReader,
  type RangeOf,
  type SegmentFormat,
} from './segment-files.ts';
import { hasStamp, type Stamp, stampOf } from './stamps.ts';
import type { ReleasedProduct } from './write-release.ts';

/**
 * A byte range of an uncompressed product list that is compressed separately. The segments of a list follow
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
 * ones. A segment ends after each product for which `endsPart` is true, and after the last product; the text that
 * follows is the last segment. If `endsPart` is true for no product, the whole list is one segment. The last or only
 * segment is never copied, because the text after the products depends on all of them. `products` are in the order of
 * the list; those that the list does not contain are skipped. `at` is the index of the list among the long documents,
 * and the third argument has the size of the list and the byte offset of its first product.
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
   * Writes the gzip and the Brotli form of a list next to its plain form, which must be complete. The gzip form has one
   * compressed piece for each of `segments`; the Brotli form has longer pieces if `effort` is `bulk`, otherwise one.
   * `path` is relative to the release. Returns the size and SHA-256 of each form. Rejects with file-system errors.
   */
  compress(
    path: string,
    segments: readonly ListSegment[],
    effort: Effort,
  ): Promise<readonly [gzip: Stamp, brotli: Stamp]>;
  /**
   * Returns, for each list, the byte ranges of its segments in the plain and the compressed forms, sorted by the paths
   * of the lists; call it after all calls of `compress` have ended. For a list that was not compressed again, because
   * it is unchanged, returns those of the previous release.
   */
  record(): ListsRecord;
}

/** The part of `PreviousRelease` with which the segments (compressed pieces) of its product lists are found. */
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
        const file = join(folder, path);
        const [gzip, brotli] = await allOf([
          writeForm(file + formSuffixes[1], plain, segments, {
            format: gzipFormat,
            compress: (bytes) => deflateSegment(bytes, efforts[effort].gzip),
            find: findKnown(path + formSuffixes[1], record?.gzip, previous),
          }),
          effort === 'bulk'
            ? writeForm(file + formSuffixes[2], plain, joinShort(segments), {
                format: brotliFormat,
                compress: async (bytes) => ({ bytes: await compressToSegment(bytes) }),
                find: findKnown(path + formSuffixes[2], record?.brotli, previous),
              })
            : writeBrotli(file + formSuffixes[2], readFileSync(file), effort),
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
type FindKnown<Segment extends Compressed> = (
  start: number | undefined,
  size: number,
) => RangeOf<Segment> | undefined;

/**
 * Returns the function that finds the segments of a compressed form in the previous release. It finds none if the form
 * is missing or damaged, or is not the file that `record` describes. `path` is the path of the form in the release.
 */
function findKnown<Segment extends Compressed>(
  path: string,
  record: FormRecord | undefined,
  { folder = '', stampOf }: SegmentedRelease,
): FindKnown<Segment> {
  const file = join(folder, path);
  const stamp = stampOf(path);
  const isWhole = stamp !== undefined && stamp[1] === record?.hash && hasStamp(file, stamp);
  if (!isWhole) return () => undefined;
  const known = new Map(
    record.segments.map(([start, size, offset, length, crc]) => {
      const checksum = crc === undefined ? {} : { crc, size };
      return [`${start} ${size}`, { path: file, offset, length, ...checksum }];
    }),
  );
  // Segments of a gzip form have a checksum.
  return (start, size) => known.get(`${start} ${size}`) as RangeOf<Segment> | undefined;
}

/** How a compressed form of a list is written. */
interface FormOptions<Segment extends Compressed> {
  readonly format: SegmentFormat<Segment>;
  /** Compresses plain bytes to a segment. */
  readonly compress: (plain: Buffer) => Promise<Segment>;
  readonly find: FindKnown<Segment>;
}

/**
 * Writes the compressed form `path` of a list. Copies the segments that the previous release has, and compresses the
 * others from the plain form, the open file `plain`.
 */
async function writeForm<Segment extends Compressed & { readonly crc?: number }>(
  path: string,
  plain: number,
  segments: readonly ListSegment[],
  { format, compress, find }: FormOptions<Segment>,
): Promise<CompressedForm> {
  const file = format.create(path);
  const reader = createRangeReader();
  try {
    const records: SegmentRecord[] = [];
    for (const { start, size, previousStart } of segments) {
      const source = find(previousStart, size);
      const segment = source
        ? ({ ...source, bytes: reader.read(source) } as unknown as Segment)
        : await compress(readRange(plain, start, size));
      const offset = file.append(segment);
      const { bytes, crc } = segment;
      const record = [start, size, offset, bytes.length] as const;
      records.push(crc === undefined ? record : [...record, crc]);
    }
    return { stamp: file.close(), segments: records };
  } catch (error) {
    file.abandon();
    throw error;
  } finally {
    reader.close();
  }
}

/** Writes the Brotli form of a short list, which is compressed as a whole, because that gives fewer bytes. */
async function writeBrotli(path: string, plain: Buffer, effort: Effort): Promise<CompressedForm> {
  const bytes = await compressBrotli(plain, effort);
  writeFileSync(path, bytes, { flag: 'wx' });
  return { stamp: stampOf(bytes), segments: [] };
}

/**
 * Joins adjacent segments to longer ones for the Brotli form: a segment ends when it has `brotliSegmentBytes`, or with
 * `endsSegment`. It can be copied if its parts are also adjacent in the previous release.
 */
function joinShort(segments: readonly ListSegment[]): readonly ListSegment[] {
  const joined: ListSegment[] = [];
  let group: ListSegment[] = [];
  for (const [at, segment] of segments.entries()) {
    group.push(segment);
    const [{ start, previousStart } = segment] = group;
    const size = segment.start + segment.size - start;
    const isEnd = size >= brotliSegmentBytes || segment.endsSegment || at + 1 === segments.length;
    if (!isEnd) continue;
    const move = (previousStart ?? 0) - start;
    const isCopy = group.every((each) => each.previousStart === each.start + move);
    joined.push({ start, size, previousStart: isCopy ? previousStart : undefined });
    group = [];
  }
  return joined;
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
