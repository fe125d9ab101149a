/**
 * Collects the segments, separately compressed pieces, of which the exports (files with all
 * products) consist. Groups of unchanged products have segments in the previous release. Threads
 * compress the other groups, and their segments are stored in the part store, a temporary file.
 */
import { join } from 'node:path';
import type { Locale } from '../../contract/locales.ts';
import { type ExportForm, publicFiles } from '../../contract/release.ts';
import { type CatalogueContext, isSoldIn } from '../render/context.ts';
import { createExportRenderers } from '../render/exports.ts';
import type { PartStore } from './assembly.ts';
import { type Encoding, formSuffixes } from './encode.ts';
import {
  type GroupSegment,
  type GroupTask,
  groupsOf,
  type MadeSegments,
  type StoredGroup,
  type StoredSegment,
} from './export-groups.ts';
import type { Pool } from './pool.ts';
import type { PreviousRelease } from './previous-release.ts';
import type { TaskFailure } from './release-error.ts';
import type { FileRange } from './segment-files.ts';
import { hasStamp, shortHash } from './stamps.ts';
import type { ReleasedProduct } from './write-release.ts';

/**
 * The segments (compressed pieces) of the exports of the new release: locale → groups of the products that are sold
 * there. The products are sorted by SKU, as in the exports of the locale.
 */
export type ExportSegments = ReadonlyMap<Locale, readonly StoredGroup[]>;

/**
 * A segment (a separately compressed piece) of an export. `offset` and `length` locate its bytes in the gzip form,
 * `brotliOffset` and `brotliLength` those in the Brotli form, if the export has one. `crc` is the CRC-32 of the
 * uncompressed bytes, `size` their number, and `parts` the number for each product.
 */
export type ExportSegmentRecord = readonly [
  offset: number,
  length: number,
  crc: number,
  size: number,
  parts: readonly number[],
  brotliOffset?: number,
  brotliLength?: number,
];

/**
 * `exports.json` of a release: the positions of the segments (compressed pieces of the exports) that the next build may
 * copy.
 */
export interface ExportsRecord {
  /** The result of `exportsVersion`: a build with another version cannot copy the segments. */
  readonly version: string;
  readonly locales: Readonly<Partial<Record<Locale, readonly GroupRecord[]>>>;
}

/**
 * A group of products in `exports.json`: their objects, as in `StoredGroup`, and the group's segment (compressed piece)
 * of each export.
 */
export interface GroupRecord {
  readonly objects: string;
  readonly segments: readonly ExportSegmentRecord[];
}

/** Name of the file in a release with the positions of the segments (compressed pieces) of its exports. */
export const exportsRecordFile = 'exports.json';

interface Compressing {
  readonly pool: Pool<{
    compressGroup(task: GroupTask): Promise<MadeSegments | TaskFailure>;
  }>;
  /** The temporary file for the segments of compressed groups. */
  readonly store: PartStore;
  readonly previous: PreviousRelease;
  readonly encoding: Encoding;
  readonly contexts: readonly CatalogueContext[];
}

/**
 * Compresses the new and changed groups of products for the exports of every locale, and appends their segments to
 * `store`. Resolves to all groups of the new release: the compressed groups, and the unchanged groups of the previous
 * release. `products` must be sorted by SKU. If a task fails, rejects with its error after all running tasks have
 * ended.
 */
export async function compressExports(
  products: readonly ReleasedProduct[],
  { pool, store, previous, encoding, contexts }: Compressing,
): Promise<ExportSegments> {
  const found = previous.readRecord(exportsRecordFile) as ExportsRecord | undefined;
  const record = found?.version === exportsVersion(previous, encoding) ? found : undefined;
  const locales = new Map<Locale, StoredGroup[]>();
  const running: Promise<void>[] = [];
  const groupsOfAll = groupsOf(products);
  try {
    for (const { locale } of contexts) {
      const find = createGroupFinder(locale, record, { previous, encoding });
      const groups: StoredGroup[] = [];
      locales.set(locale, groups);
      const sold = groupsOfAll.map((group) =>
        group.flatMap((each) => (isSoldIn(each.listed, locale) ? each.object : [])),
      );
      for (const [at, names] of sold.filter(({ length }) => length > 0).entries()) {
        const objects = names.join();
        const stored = find(names);
        const known = stored.find((each) => each.objects === objects);
        if (known !== undefined) {
          groups[at] = known;
          continue;
        }
        await pool.waitForCapacity();
        const task = { locale, objects: names, stored };
        const work = pool.run('compressGroup', task, weightOf(task)).then((made) => {
          const segments = made.map((each) => ('path' in each ? each : storeSegment(each, store)));
          groups[at] = { objects, segments };
        });
        // The failure is reported below, after all running tasks have ended.
        work.catch(() => {});
        running.push(work);
      }
    }
  } finally {
    await Promise.allSettled(running);
  }
  await Promise.all(running);
  return locales;
}

/**
 * Returns the weight of a task for `Pool.run`. A product whose parts are taken from a stored group has the weight 205,
 * any other product 1024: one takes a fifth of the other's time. Both are so low that the groups of one
 * edited product start no thread, which would take longer than compressing them.
 */
function weightOf({ objects, stored }: GroupTask): number {
  const known = new Set(stored.flatMap((group) => group.objects.split(',')));
  return objects.reduce((sum, object) => sum + (known.has(object) ? 205 : 1024), 0);
}

function storeSegment(segment: GroupSegment, store: PartStore): StoredSegment {
  const { bytes, brotli, crc, size, parts } = segment;
  return {
    ...storeBytes(bytes, store),
    brotli: brotli && storeBytes(brotli, store),
    crc,
    size,
    parts,
  };
}

function storeBytes({ buffer, byteOffset, length }: Buffer, store: PartStore): FileRange {
  // From a thread comes a plain array of bytes.
  const offset = store.append(Buffer.from(buffer, byteOffset, length));
  return { path: store.path, offset, length };
}

/**
 * Returns a hash, 16 hexadecimal digits, of the version of the running compiler (`compiler`) and the encoding. The
 * `exports.json` of a release has the hash of the build that wrote it. Another build may copy segments (compressed
 * groups of products) from the release only if its own hash is the same: the bytes of a segment depend only on the
 * products, the compiler and the encoding.
 */
export function exportsVersion({ compiler }: PreviousRelease, encoding: Encoding): string {
  return shortHash(`${compiler} ${encoding}`);
}

/**
 * Returns a function that takes the names of the objects of a new group, and finds the groups of the previous release
 * from which parts may be copied: the group with the same first object and the group with the same last object, if they
 * exist. After an edit of one product, at least one of these usually exists. The function finds nothing if `record` has
 * no groups of the locale, or if a form of one of the locale's exports is missing or does not have its size and time.
 */
function createGroupFinder(
  locale: Locale,
  record: ExportsRecord | undefined,
  { previous: { folder = '', stampOf }, encoding }: Pick<Compressing, 'previous' | 'encoding'>,
): (objects: readonly string[]) => readonly StoredGroup[] {
  const records = record?.locales[locale] ?? [];
  const suffixes = formSuffixes.slice(1, encoding === 'full' ? 3 : 2);
  const paths = createExportRenderers(locale).map(({ form }) => exportPath(form, locale));
  const isWhole = (path: string) => {
    const stamp = stampOf(path);
    return stamp !== undefined && hasStamp(join(folder, path), stamp);
  };
  const areWhole = paths.every((path) => suffixes.every((suffix) => isWhole(path + suffix)));
  if (records.length === 0 || !areWhole) return () => [];
  const groups = records.map(({ objects, segments }) => ({
    objects,
    segments: segments.map((segment, at) => toStored(segment, join(folder, paths[at] as string))),
  }));
  const byFirst = new Map(groups.map((group) => [group.objects.split(',', 1)[0], group]));
  const byLast = new Map(
    groups.map((group) => [group.objects.slice(group.objects.lastIndexOf(',') + 1), group]),
  );
  return (objects) => {
    const found = new Set([byFirst.get(objects[0]), byLast.get(objects.at(-1) ?? '')]);
    return [...found].flatMap((group) => group ?? []);
  };
}

/**
 * Converts the record of a segment in `exports.json` to the position of the segment: its byte range in the gzip form of
 * the export and, if the record has one, in the Brotli form. `path` is the path of the export without `.gz` and `.br`.
 */
export function toStored(record: ExportSegmentRecord, path: string): StoredSegment {
  const [offset, length, crc, size, parts, brotliOffset, brotliLength = 0] = record;
  const brotli =
    brotliOffset === undefined
      ? undefined
      : { path: path + formSuffixes[2], offset: brotliOffset, length: brotliLength };
  return { path: path + formSuffixes[1], offset, length, crc, size, parts, brotli };
}

/** Returns the path of an export within a release, without `.gz` and `.br`: `public/v1/export/en-CA.csv`. */
export function exportPath(form: ExportForm, locale: Locale | undefined): string {
  return `public/${publicFiles.export(form, locale)}`;
}
