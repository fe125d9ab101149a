/**
 * Divides the products of an export (a file with all products) into groups, and compresses each group to a segment, a
 * piece of each compressed form of the export. While all products of a group are unchanged, later builds
 * copy its segment. If some have changed, a build decompresses the gzip form of the segment and takes the parts of the
 * unchanged products from it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Locale } from '../../contract/locales.ts';
import { objectFiles } from '../../contract/release.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { createExportRenderers, type ExportRenderer } from '../render/exports.ts';
import { compressToSegment } from './brotli-segments.ts';
import { type Encoding, exportLevels } from './encode.ts';
import {
  deflateSegment,
  inflateSegment,
  type Segment,
  type SegmentSource,
} from './gzip-segments.ts';
import { objectPath } from './object-records.ts';
import { createRangeReader, type FileRange } from './segment-files.ts';
import type { ReleasedProduct } from './write-release.ts';

/**
 * Returns true if a part of a document (a group of adjacent products) ends after the product with this SKU; `products`
 * is the average number of products in a part. The SKU alone decides, so that an added or removed product changes only
 * the part that contains it. If `endsPart` is true for this product, adding it divides a part in two, and removing it
 * joins two parts; all other parts stay the same.
 */
export function endsPart(sku: string, products: number): boolean {
  return crc32(sku) % products === 0;
}

/** Divides products, which must be sorted by SKU, into groups of 64 products on average (see `endsPart`). */
export function groupsOf(products: readonly ReleasedProduct[]): readonly ReleasedProduct[][] {
  const groups: ReleasedProduct[][] = [];
  let group: ReleasedProduct[] = [];
  for (const product of products) {
    if (group.length === 0) groups.push(group);
    group.push(product);
    if (endsPart(product.sku, 64)) group = [];
  }
  return groups;
}

/**
 * A group of products in one export, compressed to one segment (piece of the file) for each form: `bytes` has the
 * compressed bytes for the gzip form, `brotli` those for the Brotli form.
 */
export interface GroupSegment extends Segment {
  /** Undefined if the encoding is `none`. */
  readonly brotli: Buffer | undefined;
  /**
   * Number of plain bytes of each product's part, in the order of the group. Between two parts is the separator of the
   * export, which is not counted.
   */
  readonly parts: readonly number[];
}

/**
 * The position of a group's segment (its compressed parts) in a file: in an export of the previous release, or in the
 * part store, a temporary file of this build. `path`, `offset` and `length` are those of the gzip form.
 */
export type StoredSegment = SegmentSource &
  Pick<GroupSegment, 'parts'> & {
    /** The position in the Brotli form; undefined if the encoding is `none`. */
    readonly brotli: FileRange | undefined;
  };

/**
 * A compressed group of products: the names of the products' objects, and where the segments of the group are stored.
 */
export interface StoredGroup {
  /**
   * The name of each product's object (the folder of its public files), in the order of the SKUs, as one text with
   * commas: a text is read and compared faster than a list.
   */
  readonly objects: string;
  /** The segment of each export of a locale, in the order of `createExportRenderers`. */
  readonly segments: readonly StoredSegment[];
}

/** A task for a worker thread: a group of products in the exports of one locale, which the thread compresses. */
export interface GroupTask {
  readonly locale: Locale;
  /** The name of each product's object (the folder of its public files), in the order of the SKUs. */
  readonly objects: readonly string[];
  /** Groups of the previous release that may have some of these products; unchanged parts are taken from them. */
  readonly stored: readonly StoredGroup[];
}

/**
 * The segments (compressed pieces) of a group, one for each export of a locale: a new segment, or the position of an
 * equal segment in the previous release.
 */
export type MadeSegments = readonly (GroupSegment | StoredSegment)[];

/**
 * Returns a function that compresses a group of products (`GroupTask`) to one segment for each export, in the order of
 * `createExportRenderers`. The function takes the parts of unchanged products from undamaged groups in `stored`, and
 * renders the other parts from the details in the output folder `out`. If no part of an export has changed, it resolves
 * to the position of the stored segment instead of a new segment: an edit of an English text leaves the French exports
 * and the stock unchanged. Rejects with file-system errors.
 */
export function createGroupCompressor({
  out,
  encoding,
}: {
  readonly out: string;
  readonly encoding: Encoding;
}): (task: GroupTask) => Promise<MadeSegments> {
  return async ({ locale, objects, stored }) => {
    const renderers = createExportRenderers(locale);
    const groups = readGroups(stored, renderers);
    const known = new Map(groups.flatMap(rowsOf));
    const render = (object: string) => {
      const text = readFileSync(join(out, objectPath(object), objectFiles.detail(locale)), 'utf8');
      const detail = JSON.parse(text) as ProductDetail;
      return renderers.map(({ part }) => Buffer.from(part(detail, text)));
    };
    const rows = objects.map((object) => known.get(object) ?? render(object));
    return Promise.all(
      renderers.map(async ({ separator }, at) => {
        const parts = rows.map((row) => row[at] as Buffer);
        const same = groups.find((group) => areEqual(group.parts[at] ?? [], parts));
        if (same !== undefined) return same.segments[at] as StoredSegment;
        const between = Buffer.from(separator);
        const plain = Buffer.concat(
          parts.flatMap((part, index) => (index === 0 ? [part] : [between, part])),
        );
        const [segment, brotli] = await Promise.all([
          deflateSegment(plain, exportLevels[encoding]),
          encoding === 'full' ? compressToSegment(plain) : undefined,
        ]);
        return { ...segment, brotli, parts: parts.map(({ length }) => length) };
      }),
    );
  };
}

/** A stored group after it was decompressed: `parts` has, for each export, the part of each product. */
interface ReadGroup extends StoredGroup {
  readonly parts: readonly (readonly Buffer[])[];
}

/**
 * Decompresses stored groups and cuts them into the parts of products. `renderers` are the renderers of the exports, in
 * the order of each group's segments. Leaves out damaged groups; throws file-system errors.
 */
function readGroups(
  groups: readonly StoredGroup[],
  renderers: readonly ExportRenderer[],
): readonly ReadGroup[] {
  const reader = createRangeReader();
  try {
    return groups.flatMap((group) => {
      const parts = group.segments.flatMap((segment, at) => {
        const plain = inflateSegment({ ...segment, bytes: reader.read(segment) });
        const gap = Buffer.byteLength(renderers[at]?.separator ?? '');
        return plain ? [cutInto(plain, segment.parts, gap)] : [];
      });
      return parts.length === group.segments.length ? [{ ...group, parts }] : [];
    });
  } finally {
    reader.close();
  }
}

/** Returns a pair for each product of a group: the name of its object, and its part of each export. */
function rowsOf({ objects, parts }: ReadGroup): [object: string, row: readonly Buffer[]][] {
  return objects.split(',').map((object, at) => [object, parts.map((each) => each[at] as Buffer)]);
}

/** Returns true if two lists have the same parts, with equal bytes. */
function areEqual(some: readonly Buffer[], others: readonly Buffer[]): boolean {
  return (
    some.length === others.length && some.every((part, at) => part.equals(others[at] as Buffer))
  );
}

/** Cuts `bytes` into parts with the given lengths. Between two parts, leaves out `gap` bytes, the separator. */
function cutInto(bytes: Buffer, lengths: readonly number[], gap: number): readonly Buffer[] {
  let start = 0;
  return lengths.map((length) => {
    const part = bytes.subarray(start, start + length);
    start += length + gap;
    return part;
  });
}
