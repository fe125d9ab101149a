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
 * Divides products, which must be sorted by SKU, into groups of 64 on average. A group ends after each product whose
 * SKU has a certain hash, so that an added or removed product changes only its own group, or two if it ends a group.
 */
export function* groupsOf(
  products: readonly ReleasedProduct[],
): Generator<readonly ReleasedProduct[]> {
  let group: ReleasedProduct[] = [];
  for (const [at, product] of products.entries()) {
    group.push(product);
    if (crc32(product.sku) % 64 !== 0 && at < products.length - 1) continue;
    yield group;
    group = [];
  }
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
  /** The name of each product's object (the folder of its public files), in the order of the SKUs. */
  readonly objects: readonly string[];
  /** The segment of each export of a locale, in the order of `createExportRenderers`. */
  readonly segments: readonly StoredSegment[];
}

/** A task for a worker thread: a group of products in the exports of one locale, which the thread compresses. */
export interface GroupTask {
  readonly locale: Locale;
  /** The name of each product's object (the folder of its public files), in the order of the SKUs. */
  readonly objects: readonly string[];
  /** The groups of the previous release that contain some of these objects. */
  readonly stored: readonly StoredGroup[];
}

/**
 * Returns a function that compresses the group of a task. It takes parts of products from undamaged stored groups, and
 * renders the parts of all other products from the details in the output folder `out`. It resolves to the group's
 * segment of each export, in the order of `createExportRenderers`, and rejects with file-system errors.
 */
export function createGroupCompressor({
  out,
  encoding,
}: {
  readonly out: string;
  readonly encoding: Encoding;
}): (task: GroupTask) => Promise<readonly GroupSegment[]> {
  return async ({ locale, objects, stored }) => {
    const renderers = createExportRenderers(locale);
    const known = readParts(stored, renderers);
    const render = (object: string) => {
      const text = readFileSync(join(out, objectPath(object), objectFiles.detail(locale)), 'utf8');
      const detail = JSON.parse(text) as ProductDetail;
      return renderers.map(({ part }) => Buffer.from(part(detail, text)));
    };
    const rows = objects.map((object) => known.get(object) ?? render(object));
    return Promise.all(
      renderers.map(async ({ separator }, at) => {
        const parts = rows.map((row) => row[at] as Buffer);
        const between = Buffer.from(separator);
        const plain = parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]));
        const segment = await deflateSegment(Buffer.concat(plain), exportLevels[encoding]);
        return { ...segment, parts: parts.map(({ length }) => length) };
      }),
    );
  };
}

/**
 * Decompresses stored groups. Returns the name of each object → its product's part of each export, in the order of
 * `renderers`. Leaves out groups that are damaged; throws file-system errors.
 */
function readParts(
  groups: readonly StoredGroup[],
  renderers: readonly ExportRenderer[],
): ReadonlyMap<string, readonly Buffer[]> {
  const reader = createSegmentReader();
  try {
    return new Map(
      groups.flatMap(({ objects, segments }) => {
        const cut = segments.map((segment, at) => {
          const plain = inflateSegment(reader.read(segment));
          const gap = Buffer.byteLength(renderers[at]?.separator ?? '');
          return plain && cutInto(plain, segment.parts, gap);
        });
        if (cut.includes(undefined)) return [];
        return objects.map((object, at) => {
          return [object, cut.map((parts) => parts?.[at] as Buffer)] as const;
        });
      }),
    );
  } finally {
    reader.close();
  }
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
