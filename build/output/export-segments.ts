/**
 * Finds the segments of the exports (decision 62): those of unchanged groups of products in the previous release, and
 * those of other groups in a temporary file, after threads have compressed them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '../../contract/locales.ts';
import { type ExportForm, publicFiles } from '../../contract/release.ts';
import { type CatalogueContext, isSoldIn } from '../render/context.ts';
import { createExportRenderers } from '../render/exports.ts';
import type { PartStore } from './assembly.ts';
import { type Encoding, formSuffixes } from './encode.ts';
import { type GroupTask, groupsOf } from './export-groups.ts';
import type { Segment } from './gzip-segments.ts';
import type { Pool } from './pool.ts';
import type { PreviousRelease } from './previous-release.ts';
import type { Refusal } from './release-error.ts';
import { hasStamp, shortHash } from './stamps.ts';
import type { ReleasedProduct } from './write-release.ts';

/** Where the bytes of a segment are: in an export of the previous release, or in the part store. */
export interface SegmentSource extends Pick<Segment, 'crc' | 'size'> {
  readonly path: string;
  readonly offset: number;
  readonly length: number;
}

/** A group of products, with its segment of each export of a locale, in the order of `createExportRenderers`. */
export interface GroupSegments {
  /** A hash of the group's products. */
  readonly key: string;
  readonly segments: readonly SegmentSource[];
}

/** The groups of each locale, in the order of the exports. */
export type ExportSegments = ReadonlyMap<Locale, readonly GroupSegments[]>;

/** Offset and length in an export, CRC-32, and number of plain bytes. */
export type SegmentRecord = readonly [offset: number, length: number, crc: number, size: number];

/** `exports.json` of a release: the segments that the next build may copy. */
export interface ExportsRecord {
  /** See `exportsVersion`. */
  readonly version: string;
  readonly locales: Readonly<Partial<Record<Locale, readonly GroupRecord[]>>>;
}

/** A group of products in `exports.json`. */
export interface GroupRecord {
  /** A hash of the group's products. */
  readonly key: string;
  readonly segments: readonly SegmentRecord[];
}

/** Name of the file of a release that says where the segments of its exports are. */
export const exportsRecordFile = 'exports.json';

interface Compressing {
  readonly pool: Pool<{ compressGroup(task: GroupTask): Promise<readonly Segment[] | Refusal> }>;
  /** The temporary file for the segments of changed groups. */
  readonly store: PartStore;
  readonly previous: PreviousRelease;
  readonly encoding: Encoding;
  readonly contexts: readonly CatalogueContext[];
}

/**
 * Compresses the groups of products that the previous release does not have, in every locale. Returns the segments of
 * all groups. `products` must be sorted by SKU. Rejects with the errors of tasks.
 */
export async function compressExports(
  products: readonly ReleasedProduct[],
  { pool, store, previous, encoding, contexts }: Compressing,
): Promise<ExportSegments> {
  const record = readRecord(previous, exportsVersion(previous, encoding));
  const locales = new Map<Locale, GroupSegments[]>();
  const running: Promise<void>[] = [];
  try {
    for (const { locale } of contexts) {
      const known = knownSegments(locale, record, previous);
      const groups: GroupSegments[] = [];
      locales.set(locale, groups);
      const sold = products.filter(({ listed }) => isSoldIn(listed, locale));
      for (const [at, { key, products: grouped }] of [...groupsOf(sold)].entries()) {
        const segments = known.get(key);
        if (segments !== undefined) {
          groups[at] = { key, segments };
          continue;
        }
        await pool.waitForCapacity();
        const task = { locale, objects: grouped.map(({ object }) => object) };
        const weight = grouped.length * bytesOfProduct;
        const work = pool.run('compressGroup', task, weight).then((made) => {
          groups[at] = { key, segments: made.map((segment) => storeSegment(segment, store)) };
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
 * The weight of a product in a task, in the unit of `inlineBytes`: to compress it for the exports of one locale takes
 * as long as to encode this number of bytes of details.
 */
const bytesOfProduct = 1024;

function storeSegment({ bytes, crc, size }: Segment, store: PartStore): SegmentSource {
  // From a thread comes a plain array of bytes.
  const { buffer, byteOffset, length } = bytes;
  const offset = store.append(Buffer.from(buffer, byteOffset, length));
  return { path: store.path, offset, length, crc, size };
}

/** Returns a hash of everything that the bytes of a segment depend on besides its products. */
export function exportsVersion({ compiler }: PreviousRelease, encoding: Encoding): string {
  return shortHash(`${compiler} ${encoding}`);
}

/** Returns `exports.json` of the previous release, or undefined if no segment can be copied from that release. */
function readRecord({ folder }: PreviousRelease, version: string): ExportsRecord | undefined {
  if (folder === undefined) return undefined;
  try {
    const text = readFileSync(join(folder, exportsRecordFile), 'utf8');
    const record = JSON.parse(text) as ExportsRecord;
    return record.version === version ? record : undefined;
  } catch {
    // An older release has no record; the guard reports a damaged one.
    return undefined;
  }
}

/**
 * Returns key of a group → its segments in the exports of the previous release. Returns no groups if an export of the
 * locale is missing or damaged.
 */
function knownSegments(
  locale: Locale,
  record: ExportsRecord | undefined,
  { folder = '', stampOf }: PreviousRelease,
): ReadonlyMap<string, readonly SegmentSource[]> {
  const groups = record?.locales[locale] ?? [];
  const paths = createExportRenderers(locale).map(({ form }) => exportPath(form, locale));
  const isWhole = (path: string) => {
    const stamp = stampOf(path);
    return stamp !== undefined && hasStamp(join(folder, path), stamp);
  };
  if (groups.length === 0 || !paths.every(isWhole)) return new Map();
  return new Map(
    groups.map(({ key, segments }) => [
      key,
      segments.map(([offset, length, crc, size], at) => {
        return { path: join(folder, paths[at] as string), offset, length, crc, size };
      }),
    ]),
  );
}

/** Returns the path of the gzip form of an export within a release. */
export function exportPath(form: ExportForm, locale: Locale): string {
  return `public/${publicFiles.export(form, locale)}${formSuffixes[1]}`;
}
