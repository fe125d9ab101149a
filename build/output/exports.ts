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
  type Segment,
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
 * Writes the exports of every locale, files with all products for clients that keep a copy, from the segments of groups
 * of products. Also writes `exports.json`, the positions of the segments, for the next build. Rejects with file-system
 * errors.
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
    createExportRenderers(locale).map(async (renderer, at) => {
      const document = await startDocument(renderer, locale, options);
      const reader = createSegmentReader();
      let records: ExportSegmentRecord[];
      try {
        records = groups.map(({ segments }): ExportSegmentRecord => {
          const source = segments[at] as StoredSegment;
          const offset = document.append(reader.read(source));
          return [offset, source.length, source.crc, source.size, source.parts];
        });
      } catch (error) {
        document.abandon();
        throw error;
      } finally {
        reader.close();
      }
      await document.finish();
      return records;
    }),
  );
  return groups.map(({ objects }, index) => ({
    objects,
    segments: written.map((records) => records[index] as ExportSegmentRecord),
  }));
}

/**
 * Creates the gzip form of an export and writes the beginning of the document. Returns three functions: `append` adds a
 * segment and returns its byte offset, `finish` completes the file, and `abandon` closes it unfinished.
 */
async function startDocument(
  renderer: ExportRenderer,
  locale: Locale,
  options: LocaleExportOptions,
) {
  const { folder, facts, encoding } = options;
  const segment = (text: string) => deflateSegment(Buffer.from(text), exportLevels[encoding]);
  const [beginning, separator, end] = await Promise.all(
    [renderer.beginning(facts), renderer.separator, renderer.end].map(segment),
  );
  const path = exportPath(renderer.form, locale);
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  const file = createGzipFile(join(folder, path));
  file.append(beginning as Segment);
  let isFirst = true;
  return {
    append(part: Segment): number {
      if (!isFirst && renderer.separator !== '') file.append(separator as Segment);
      isFirst = false;
      return file.append(part);
    },
    async finish(): Promise<void> {
      if (renderer.end !== '') file.append(end as Segment);
      const size = file.size();
      await addForms(renderer, locale, { ...options, gzip: file.close(), size });
    },
    abandon: () => file.abandon(),
  };
}

/**
 * Makes a hard link to the Brotli form of an export in the previous release, if the gzip form is unchanged. `path` is
 * the path within a release, without suffix. Returns the size and SHA-256 of the Brotli form; undefined if gzip has
 * changed, or Brotli is missing or damaged.
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
 * Adds the finished gzip form of an export to the release. Also takes the Brotli form from the previous release or
 * makes it, unless the encoding is `none`, the format is CSV, or the export has at least `gzipOnlyExportBytes` bytes.
 * Links the export of the default locale to a second path, which has `index` instead of the locale.
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
  stampTime(join(folder, path) + gzipSuffix, gzip);
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
