/**
 * Groups of products in the exports, the files with all products (decision 62). A thread compresses each group to one
 * segment per export: a piece of the export's gzip form. Later builds copy the segments while all products of the group
 * are unchanged. If some have changed, a build decompresses the segments and takes the parts of the unchanged products
 * from them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Locale } from '../../contract/locales.ts';
import { objectFiles } from '../../contract/release.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { createExportRenderers, type ExportRenderer } from '../render/exports.ts';
import { type Encoding, exportLevels } from './encode.ts';
import {
  createSegmentReader,
  deflateSegment,
  inflateSegment,
  type Segment,
  type SegmentSource,
} from './gzip-segments.ts';
import { objectPath } from './object-records.ts';
import type { ReleasedProduct } from './write-release.ts';

/**
 * Divides products, which must be sorted by SKU, into groups. A group ends after a product whose SKU has a certain
 * hash: an added or removed product thus changes only its own group, or two if it ends a group. Groups have 64 products
 * on average.
 */
export function groupsOf(products: readonly ReleasedProduct[]): readonly ReleasedProduct[][] {
  const groups: ReleasedProduct[][] = [];
  let group: ReleasedProduct[] = [];
  for (const product of products) {
    if (group.length === 0) groups.push(group);
    group.push(product);
    if (crc32(product.sku) % 64 === 0) group = [];
  }
  return groups;
}

/** The segment (compressed piece) of one export that contains the parts of a group of products. */
export interface GroupSegment extends Segment {
  /**
   * Number of plain bytes of each product's part, in the order of the group. Between two parts is the separator of the
   * export, which is not counted.
   */
  readonly parts: readonly number[];
}

/**
 * The position of a group's segment (its compressed parts) in a file: in an export of the previous release, or in the
 * part store, a temporary file of this build.
 */
export type StoredSegment = SegmentSource & Pick<GroupSegment, 'parts'>;

/** A compressed group of products: their objects, and where its segments are. */
export interface StoredGroup {
  /**
   * The name of each product's object (the folder of its public files), in the order of the SKUs, with commas between
   * them: one text is read and compared faster than a list.
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
  /** The groups of the previous release from which unchanged parts are taken. */
  readonly stored: readonly StoredGroup[];
}

/**
 * The segments (compressed pieces) of a group in the exports of a locale: one that was compressed, or the position of
 * an equal one in the previous release.
 */
export type MadeSegments = readonly (GroupSegment | StoredSegment)[];

/**
 * Returns a function that compresses a group of products (`GroupTask`) for each export, in the order of
 * `createExportRenderers`. The function takes the parts of unchanged products from the task's stored groups, unless
 * they are damaged, and renders the parts of other products from their details in the output folder `out`. For an
 * export in which no part has changed, it resolves to the position of the stored segment, which can be copied: after an
 * edit of an English text, for the French exports and the stock. For other exports it resolves to a new segment.
 * Rejects with file-system errors.
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
        const plain = parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]));
        const segment = await deflateSegment(Buffer.concat(plain), exportLevels[encoding]);
        return { ...segment, parts: parts.map(({ length }) => length) };
      }),
    );
  };
}

/** A stored group with its plain bytes: for each export, the part of each product. */
interface ReadGroup extends StoredGroup {
  readonly parts: readonly (readonly Buffer[])[];
}

/**
 * Decompresses stored groups; `renderers` are those of their exports. Leaves out groups that are damaged; throws
 * file-system errors.
 */
function readGroups(
  groups: readonly StoredGroup[],
  renderers: readonly ExportRenderer[],
): readonly ReadGroup[] {
  const reader = createSegmentReader();
  try {
    return groups.flatMap((group) => {
      const parts = group.segments.flatMap((segment, at) => {
        const plain = inflateSegment(reader.read(segment));
        const gap = Buffer.byteLength(renderers[at]?.separator ?? '');
        return plain ? [cutInto(plain, segment.parts, gap)] : [];
      });
      return parts.length === group.segments.length ? [{ ...group, parts }] : [];
    });
  } finally {
    reader.close();
  }
}

/** Returns the name of each object of a group, with its product's part of each export. */
function rowsOf({ objects, parts }: ReadGroup): [object: string, row: readonly Buffer[]][] {
  return objects.split(',').map((object, at) => [object, parts.map((each) => each[at] as Buffer)]);
}

/** Returns true if two lists have the same parts, with equal bytes. */
function areEqual(some: readonly Buffer[], others: readonly Buffer[]): boolean {
  return (
    some.length === others.length && some.every((part, at) => part.equals(others[at] as Buffer))
  );
}

/** Returns parts of `bytes` with the given lengths, from the beginning; skips `gap` bytes between two parts. */
function cutInto(bytes: Buffer, lengths: readonly number[], gap: number): readonly Buffer[] {
  let start = 0;
  return lengths.map((length) => {
    const part = bytes.subarray(start, start + length);
    start += length + gap;
    return part;
  });
}
