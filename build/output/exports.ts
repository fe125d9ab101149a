/**
 * Writes the exports: documents with every product of a locale, for clients that keep a copy. Only
 * compressed forms are stored. An export is put together from the segments of groups of products.
 */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locale } from '../../contract/locales.ts';
import type { CatalogueContext } from '../render/context.ts';
import { createExportRenderers, type ExportFacts, type ExportRenderer } from '../render/exports.ts';
import { allOf } from './all-of.ts';
import { brotliFormat, storeAsSegment } from './brotli-segments.ts';
import { type Encoding, exportLevels, formSuffixes } from './encode.ts';
import type { StoredGroup, StoredSegment } from './export-groups.ts';
import {
  type ExportSegmentRecord,
  type ExportSegments,
  type ExportsRecord,
  exportPath,
  exportsRecordFile,
  exportsVersion,
  type GroupRecord,
} from './export-segments.ts';
import { deflateSegment, gzipFormat, type Segment } from './gzip-segments.ts';
import type { PreviousRelease } from './previous-release.ts';
import type { ReleaseFiles } from './release-files.ts';
import {
  type Compressed,
  type PieceOf,
  type SegmentFormat,
  writeSegments,
} from './segment-files.ts';
import { hasStamp, linkOrCopy, stampTime } from './stamps.ts';

const [, gzipSuffix, brotliSuffix] = formSuffixes;

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
 * Writes the exports of every locale (files with all products, for clients that keep a copy). Puts each file together
 * from `segments`; a segment is the compressed piece of the file for a group of products. Also writes `exports.json`,
 * which records where each segment is in its file, so that the next build can copy the segments of unchanged products.
 * Rejects with file-system errors.
 */
export async function writeExports(
  segments: ExportSegments,
  options: ExportOptions,
  facts: ExportFacts,
): Promise<void> {
  const { files, previous, encoding, contexts } = options;
  const locales = await allOf(
    contexts.map(async ({ locale }) => {
      const groups = segments.get(locale) ?? [];
      return [locale, await writeLocale(locale, groups, { ...options, facts })] as const;
    }),
  );
  files.addRecord(exportsRecordFile, {
    version: exportsVersion(previous, encoding),
    locales: Object.fromEntries(locales),
  } satisfies ExportsRecord);
}

interface LocaleExportOptions extends ExportOptions {
  readonly facts: ExportFacts;
}

/** Writes the exports of a locale. Resolves to the records of the groups, for `exports.json`. */
async function writeLocale(
  locale: Locale,
  groups: readonly StoredGroup[],
  options: LocaleExportOptions,
): Promise<readonly GroupRecord[]> {
  const exports = await allOf(
    createExportRenderers(locale).map((renderer, at) => {
      const parts = groups.map(({ segments }) => segments[at] as StoredSegment);
      return writeExport(renderer, locale, parts, options);
    }),
  );
  return groups.map(({ objects }, index): GroupRecord => {
    const segments = exports.map((records) => records[index] as ExportSegmentRecord);
    return { objects, segments };
  });
}

/**
 * A piece of an export in its gzip and its Brotli form: a group of products, or the text before, between or after the
 * groups.
 */
interface ExportPiece {
  readonly gzip: PieceOf<Segment>;
  /** The piece in the Brotli form; undefined if the build makes none (encoding `none`, for `npm run dev`). */
  readonly brotli: PieceOf<Compressed> | undefined;
  /** The group of products; undefined for a text. */
  readonly group?: StoredSegment;
}

/** Returns the pieces of an export in their order. `groups` has the segment of each group of products. */
async function toPieces(
  { beginning, separator, end }: ExportRenderer,
  groups: readonly StoredSegment[],
  { facts, encoding }: LocaleExportOptions,
): Promise<readonly ExportPiece[]> {
  const toPiece = async (text: string): Promise<readonly ExportPiece[]> => {
    if (text === '') return [];
    const plain = Buffer.from(text);
    const gzip = await deflateSegment(plain, exportLevels[encoding]);
    return [{ gzip, brotli: encoding === 'full' ? { bytes: storeAsSegment(plain) } : undefined }];
  };
  const [first, between, last] = (await Promise.all(
    [beginning(facts), separator, end].map(toPiece),
  )) as [readonly ExportPiece[], readonly ExportPiece[], readonly ExportPiece[]];
  return [
    ...first,
    ...groups.flatMap((group, index) => [
      ...(index === 0 ? [] : between),
      { gzip: group, brotli: group.brotli, group },
    ]),
    ...last,
  ];
}

/**
 * Writes the gzip form of an export and, unless the encoding is `none`, its Brotli form. The forms for the default
 * locale are also linked at a second path, which has `index` instead of the locale. `groups` has the segment of each
 * group of products. Resolves to the record of each group's segment.
 */
async function writeExport(
  renderer: ExportRenderer,
  locale: Locale,
  groups: readonly StoredSegment[],
  options: LocaleExportOptions,
): Promise<readonly ExportSegmentRecord[]> {
  const { encoding, contexts } = options;
  const { form } = renderer;
  const isDefault = contexts[0]?.content.catalogue.defaultLocale === locale;
  const locales = isDefault ? [locale, undefined] : [locale];
  const paths = locales.map((each) => exportPath(form, each));
  const pieces = await toPieces(renderer, groups, options);
  const gzip = writeForm(
    paths.map((path) => path + gzipSuffix),
    pieces.map((piece) => piece.gzip),
    gzipFormat,
    options,
  );
  if (encoding === 'none') return toRecords(pieces, gzip, []);
  const brotli = writeForm(
    paths.map((path) => path + brotliSuffix),
    pieces.flatMap((piece) => piece.brotli ?? []),
    brotliFormat,
    options,
  );
  return toRecords(pieces, gzip, brotli);
}

/**
 * Writes a form of an export from its pieces, or makes a hard link to that of the previous release if it has the same
 * bytes. `paths` are the paths within the release; the second one becomes a hard link to the first. Returns the byte
 * offset of each piece.
 */
function writeForm<Segment extends Compressed>(
  paths: readonly string[],
  pieces: readonly PieceOf<Segment>[],
  format: SegmentFormat<Segment>,
  { folder, files, previous }: LocaleExportOptions,
): readonly number[] {
  const [path = '', other] = paths;
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  const known = previous.stampOf(path);
  const earlier = known && { path: join(previous.folder ?? '', path), stamp: known };
  const { stamp, offsets } = writeSegments(file, pieces, format, earlier);
  // A hard link to a file of the previous release has its time; it may belong to another user.
  if (!hasStamp(file, stamp)) stampTime(file, stamp);
  files.add(path, stamp);
  if (other !== undefined) {
    linkOrCopy(file, join(folder, other), stamp);
    files.add(other, stamp);
  }
  return offsets;
}

/** Returns the records of the groups of products, from the byte offset of each piece in the two forms. */
function toRecords(
  pieces: readonly ExportPiece[],
  gzip: readonly number[],
  brotli: readonly number[],
): readonly ExportSegmentRecord[] {
  return pieces.flatMap(({ group }, at): ExportSegmentRecord[] => {
    if (group === undefined) return [];
    const { length, crc, size, parts } = group;
    const record = [gzip[at] as number, length, crc, size, parts] as const;
    return [group.brotli ? [...record, brotli[at] as number, group.brotli.length] : record];
  });
}
