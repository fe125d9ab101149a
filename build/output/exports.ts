/**
 * Writes the exports: documents with every product of a locale, for clients that keep a copy (decision 62). Only
 * compressed forms are stored. An export is put together from the segments of groups of products.
 */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locale } from '../../contract/locales.ts';
import { publicFiles } from '../../contract/release.ts';
import type { CatalogueContext } from '../render/context.ts';
import { createExportRenderers, type ExportFacts, type ExportRenderer } from '../render/exports.ts';
import { allOf } from './all-of.ts';
import { type Encoding, exportLevels, formSuffixes } from './encode.ts';
import { type ExportUnit, type GzipForm, writeExportBrotli } from './export-brotli.ts';
import type { StoredGroup, StoredSegment } from './export-groups.ts';
import {
  type BrotliRecord,
  type ExportSegmentRecord,
  type ExportSegments,
  type ExportsRecord,
  exportsRecordFile,
  exportsVersion,
  type GroupRecord,
} from './export-segments.ts';
import {
  areAllOf,
  createGzipFile,
  createSegmentReader,
  deflateSegment,
  locatePieces,
  type Piece,
} from './gzip-segments.ts';
import type { PreviousRelease } from './previous-release.ts';
import type { ReleaseFiles } from './release-files.ts';
import { hasStamp, linkOrCopy, stampTime } from './stamps.ts';

/** The input of `writeExports` besides the segments and the facts of the release. */
export interface ExportOptions {
  /** The folder of the new release. */
  readonly folder: string;
  readonly files: ReleaseFiles;
  readonly previous: PreviousRelease;
  readonly encoding: Encoding;
  readonly contexts: readonly CatalogueContext[];
}

/**
 * Writes the exports of every locale (files with all products, for clients that keep a copy) from the segments of
 * groups of products. Also writes `exports.json`, the positions of the segments, for the next build. Rejects with
 * file-system errors, and with `ReleaseError` if an export of the previous release is damaged.
 */
export async function writeExports(
  segments: ExportSegments,
  options: ExportOptions,
  facts: ExportFacts,
): Promise<void> {
  const { files, previous, encoding, contexts } = options;
  const record = segments.previous;
  const locales = await allOf(
    contexts.map(async ({ locale }) => {
      const groups = segments.groups.get(locale) ?? [];
      return [
        locale,
        groups,
        await writeLocale(locale, groups, { ...options, facts, record }),
      ] as const;
    }),
  );
  const toGroups = (groups: readonly StoredGroup[], written: readonly WrittenExport[]) =>
    groups.map(({ objects }, index): GroupRecord => {
      const records = written.map(({ segments: each }) => each[index] as ExportSegmentRecord);
      return { objects, segments: records };
    });
  files.addRecord(exportsRecordFile, {
    version: exportsVersion(previous, encoding),
    locales: Object.fromEntries(
      locales.map(([locale, groups, written]) => [locale, toGroups(groups, written)]),
    ),
    brotli: Object.fromEntries(
      locales.flatMap(([, , written]) => written.map(({ path, brotli }) => [path, brotli])),
    ),
  } satisfies ExportsRecord);
}

interface LocaleExportOptions extends ExportOptions {
  readonly facts: ExportFacts;
  /** The record of the previous release, if segments of it may be copied. */
  readonly record: ExportsRecord | undefined;
}

/** The positions of the segments in an export that was written. */
interface WrittenExport {
  /** Path of the export within the release, without suffix. */
  readonly path: string;
  /** The segment of each group of products in the gzip form. */
  readonly segments: readonly ExportSegmentRecord[];
  /** The segments of the Brotli form; an empty list if there is no Brotli form. */
  readonly brotli: readonly BrotliRecord[];
}

/** Writes the exports of a locale. Resolves to them in the order of `createExportRenderers`. */
function writeLocale(
  locale: Locale,
  groups: readonly StoredGroup[],
  options: LocaleExportOptions,
): Promise<readonly WrittenExport[]> {
  return allOf(
    createExportRenderers(locale).map((renderer, at) => {
      const parts = groups.map(({ segments }) => segments[at] as StoredSegment);
      return writeExport(renderer, locale, parts, options);
    }),
  );
}

/**
 * Returns the units of an export: each has the gzip segment of one group of products, and the pieces beside it, which
 * are the beginning of the export, separators, and its end.
 */
async function toUnits(
  { beginning, separator, end }: ExportRenderer,
  parts: readonly StoredSegment[],
  { facts, encoding }: LocaleExportOptions,
): Promise<readonly ExportUnit[]> {
  const piecesFor = async (text: string): Promise<readonly Piece[]> =>
    text === '' ? [] : [await deflateSegment(Buffer.from(text), exportLevels[encoding])];
  const [first, between, last] = (await Promise.all(
    [beginning(facts), separator, end].map(piecesFor),
  )) as [readonly Piece[], readonly Piece[], readonly Piece[]];
  if (parts.length === 0) return [[...first, ...last]];
  return parts.map((part, index) => [
    ...(index === 0 ? first : []),
    part,
    ...(index === parts.length - 1 ? last : between),
  ]);
}

/**
 * Writes the gzip form of an export and, unless the encoding is `none`, its Brotli form. `parts` has the gzip segment
 * of each group of products. If a form in the previous release has the same bytes, makes a hard link to that file
 * instead. The forms for the default locale are also linked at a second path, which has `index` instead of the locale.
 */
async function writeExport(
  renderer: ExportRenderer,
  locale: Locale,
  parts: readonly StoredSegment[],
  options: LocaleExportOptions,
): Promise<WrittenExport> {
  const { form } = renderer;
  const { folder, files, encoding, contexts } = options;
  const units = await toUnits(renderer, parts, options);
  const path = `public/${publicFiles.export(form, locale)}`;
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  const gzip = writeGzip(path, units, options);
  const brotli =
    encoding === 'full' ? await writeExportBrotli(path, units, gzip, options) : undefined;
  const isDefault = contexts[0]?.content.catalogue.defaultLocale === locale;
  const other = `public/${publicFiles.export(form, undefined)}`;
  const [, gzipSuffix, brotliSuffix] = formSuffixes;
  const forms = [
    [gzipSuffix, gzip.stamp],
    [brotliSuffix, brotli?.stamp],
  ] as const;
  for (const [suffix, stamp] of forms) {
    if (stamp === undefined) continue;
    const file = join(folder, path) + suffix;
    // A hard link to a file of the previous release has its time; it may belong to another user.
    if (!hasStamp(file, stamp)) stampTime(file, stamp);
    files.add(path + suffix, stamp);
    if (!isDefault) continue;
    linkOrCopy(file, join(folder, other) + suffix, stamp);
    files.add(other + suffix, stamp);
  }
  const offsets = gzip.offsets.filter((_offset, at) => 'path' in (gzip.pieces[at] as Piece));
  const segments = parts.map(({ length, crc, size, parts: each }, at): ExportSegmentRecord => {
    return [offsets[at] as number, length, crc, size, each];
  });
  return { path, segments, brotli: brotli?.segments ?? [] };
}

/**
 * Writes the gzip form of an export, or makes a hard link to that of the previous release if it has the same bytes.
 * `path` is the path within a release, without suffix.
 */
function writeGzip(
  path: string,
  units: readonly ExportUnit[],
  { folder, previous }: LocaleExportOptions,
): GzipForm {
  const pieces = units.flat();
  const file = path + formSuffixes[1];
  const [from, to] = [join(previous.folder ?? '', file), join(folder, file)];
  const known = previous.stampOf(file);
  const isWhole = known !== undefined && hasStamp(from, known);
  const before = isWhole ? locatePieces(from, known[0], pieces) : [];
  if (isWhole && areAllOf(known[0], pieces, before)) {
    linkOrCopy(from, to, known);
    return { pieces, before, stamp: known, offsets: before, isSame: true };
  }
  return { pieces, before, ...writePieces(to, pieces), isSame: false };
}

/** Writes a gzip file from its pieces. Returns its size and SHA-256, and the byte offset of each piece in it. */
function writePieces(path: string, pieces: readonly Piece[]): Pick<GzipForm, 'stamp' | 'offsets'> {
  const file = createGzipFile(path);
  const reader = createSegmentReader();
  try {
    const offsets = pieces.map((piece) =>
      file.append('path' in piece ? { ...piece, bytes: reader.read(piece) } : piece),
    );
    return { stamp: file.close(), offsets };
  } catch (error) {
    file.abandon();
    throw error;
  } finally {
    reader.close();
  }
}
