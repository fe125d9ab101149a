/**
 * Writes the exports: documents with every product of a locale, for clients that keep a copy (decision 62). An export
 * is put together from the segments of groups of products. Exports have no plain form, only compressed forms.
 */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locale } from '../../contract/locales.ts';
import { publicFiles } from '../../contract/release.ts';
import type { CatalogueContext } from '../render/context.ts';
import { createExportRenderers, type ExportFacts, type ExportRenderer } from '../render/exports.ts';
import { allOf } from './all-of.ts';
import {
  type Encoding,
  encodeFromGzip,
  exportLevels,
  formSuffixes,
  gzipOnlyExportBytes,
} from './encode.ts';
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
import {
  createGzipFile,
  createSegmentReader,
  deflateSegment,
  findPieces,
  type Piece,
} from './gzip-segments.ts';
import type { PreviousRelease } from './previous-release.ts';
import type { ReleaseFiles } from './release-files.ts';
import { hasStamp, linkOrCopy, type Stamp, stampTime } from './stamps.ts';

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
 * file-system errors.
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
  const version = exportsVersion(previous, encoding);
  const record: ExportsRecord = { version, locales: Object.fromEntries(locales) };
  files.addRecord(exportsRecordFile, record);
}

interface LocaleExportOptions extends ExportOptions {
  readonly facts: ExportFacts;
}

/**
 * Writes the exports of a locale from the segments (compressed pieces) of groups of products. Resolves to a record of
 * each group, in the given order, with the positions of its segments in the new exports.
 */
async function writeLocale(
  locale: Locale,
  groups: readonly StoredGroup[],
  options: LocaleExportOptions,
): Promise<readonly GroupRecord[]> {
  const written = await allOf(
    createExportRenderers(locale).map((renderer, at) => {
      const parts = groups.map(({ segments }) => segments[at] as StoredSegment);
      return writeExport(renderer, locale, parts, options);
    }),
  );
  return groups.map(({ objects }, index) => ({
    objects,
    segments: written.map((records) => records[index] as ExportSegmentRecord),
  }));
}

/**
 * Writes the gzip form of an export from the segments of its groups. If the gzip form in the previous release has the
 * same bytes, makes a hard link to that file instead. Also adds the Brotli form. Resolves to the positions of the
 * segments in the gzip form.
 */
async function writeExport(
  renderer: ExportRenderer,
  locale: Locale,
  parts: readonly StoredSegment[],
  options: LocaleExportOptions,
): Promise<readonly ExportSegmentRecord[]> {
  const { folder, previous } = options;
  const pieces = await piecesOf(renderer, parts, options);
  const path = exportPath(renderer.form, locale);
  const [from, to] = [join(previous.folder ?? '', path), join(folder, path)];
  mkdirSync(dirname(to), { recursive: true });
  const known = previous.stampOf(path);
  const taken = known && takeExport(from, to, known, pieces);
  const { stamp: gzip, offsets } = taken ?? writePieces(to, pieces);
  const size = pieces.reduce((sum, piece) => sum + piece.size, 0);
  await addForms(renderer, locale, { ...options, gzip, size });
  const copied = offsets.filter((_offset, at) => 'path' in (pieces[at] as Piece));
  return parts.map(({ length, crc, size: plain, parts: each }, at) => {
    return [copied[at] as number, length, crc, plain, each];
  });
}

/**
 * Returns the pieces of an export's gzip form, in order: its beginning, the segments of groups with separators between
 * them, and its end. Leaves out empty texts.
 */
async function piecesOf(
  { beginning, separator, end }: ExportRenderer,
  parts: readonly StoredSegment[],
  { facts, encoding }: LocaleExportOptions,
): Promise<readonly Piece[]> {
  const piecesFor = async (text: string): Promise<readonly Piece[]> =>
    text === '' ? [] : [await deflateSegment(Buffer.from(text), exportLevels[encoding])];
  const [first, between, last] = (await Promise.all(
    [beginning(facts), separator, end].map(piecesFor),
  )) as [readonly Piece[], readonly Piece[], readonly Piece[]];
  const withSeparators = parts.flatMap((part, index) =>
    index === 0 ? [part] : [...between, part],
  );
  return [...first, ...withSeparators, ...last];
}

/** A written export: size and SHA-256 of its gzip form, and the byte offset of each piece in it. */
interface WrittenPieces {
  readonly stamp: Stamp;
  readonly offsets: readonly number[];
}

/**
 * Creates `to` as a hard link to `from`, the gzip form of an export in the previous release, and returns its size,
 * SHA-256 and the positions of its pieces. Returns undefined, and links nothing, if `from` is missing or damaged, or
 * does not consist of `pieces`.
 */
function takeExport(
  from: string,
  to: string,
  stamp: Stamp,
  pieces: readonly Piece[],
): WrittenPieces | undefined {
  const offsets = hasStamp(from, stamp) ? findPieces(from, stamp[0], pieces) : undefined;
  if (offsets === undefined) return undefined;
  linkOrCopy(from, to, stamp);
  return { stamp, offsets };
}

/** Writes the gzip form of an export. */
function writePieces(path: string, pieces: readonly Piece[]): WrittenPieces {
  const file = createGzipFile(path);
  const reader = createSegmentReader();
  try {
    const offsets = pieces.map((piece) =>
      file.append('path' in piece ? reader.read(piece) : piece),
    );
    return { stamp: file.close(), offsets };
  } catch (error) {
    file.abandon();
    throw error;
  } finally {
    reader.close();
  }
}

/**
 * Makes a hard link to the Brotli form of an export in the previous release, and returns its size and SHA-256. Returns
 * undefined, and links nothing, if the gzip form has changed, or if the Brotli form is missing or damaged. `path` is
 * the path within a release, without suffix.
 */
function takeBrotli(
  path: string,
  { folder, previous, gzip }: Pick<FormsOptions, 'folder' | 'previous' | 'gzip'>,
): Stamp | undefined {
  const [, gzipSuffix, brotliSuffix] = formSuffixes;
  const known = previous.stampOf(path + brotliSuffix);
  const from = join(previous.folder ?? '', path) + brotliSuffix;
  const isSame = previous.stampOf(path + gzipSuffix)?.join() === gzip.join();
  if (!isSame || known === undefined || !hasStamp(from, known)) return undefined;
  linkOrCopy(from, join(folder, path) + brotliSuffix, known);
  return known;
}

interface FormsOptions extends LocaleExportOptions {
  readonly gzip: Stamp;
  /** Number of plain bytes of the export. */
  readonly size: number;
}

/**
 * Adds the finished gzip form of an export to the release, and a Brotli form, taken from the previous release or new.
 * There is no Brotli form if the encoding is `none`, the format is CSV, or the export has at least
 * `gzipOnlyExportBytes` plain bytes. The forms for the default locale are also linked at a second path, which has
 * `index` instead of the locale.
 */
async function addForms(
  { form }: ExportRenderer,
  locale: Locale,
  { folder, files, previous, encoding, contexts, gzip, size }: FormsOptions,
): Promise<void> {
  const isDefault = contexts[0]?.content.catalogue.defaultLocale === locale;
  const names = isDefault ? [locale, undefined] : [locale];
  const [path = '', ...others] = names.map((name) => `public/${publicFiles.export(form, name)}`);
  const [, gzipSuffix, brotliSuffix] = formSuffixes;
  const stamps: [suffix: string, stamp: Stamp][] = [[gzipSuffix, gzip]];
  const file = join(folder, path) + gzipSuffix;
  // A hard link to a file of the previous release has its time; it may belong to another user.
  if (!hasStamp(file, gzip)) stampTime(file, gzip);
  if (encoding === 'full' && form.extension !== 'csv' && size < gzipOnlyExportBytes) {
    const brotli = takeBrotli(path, { folder, previous, gzip });
    stamps.push([brotliSuffix, brotli ?? (await encodeFromGzip(join(folder, path), size))]);
    stampTime(join(folder, path) + brotliSuffix, stamps.at(-1)?.[1] as Stamp);
  }
  for (const [suffix, stamp] of stamps) {
    files.add(path + suffix, stamp);
    for (const other of others) {
      linkOrCopy(join(folder, path) + suffix, join(folder, other) + suffix, stamp);
      files.add(other + suffix, stamp);
    }
  }
}
