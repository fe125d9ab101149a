/**
 * Writes the exports: documents with every product of a locale, for clients that keep a copy (decision 62). Only
 * compressed forms are stored. Products are divided into groups; unchanged groups are copied from the previous release.
 */
import { closeSync, mkdirSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Locale } from '../../contract/locales.ts';
import { objectFiles, publicFiles } from '../../contract/release.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { type CatalogueContext, isSoldIn } from '../render/context.ts';
import { createExportRenderers, type ExportFacts, type ExportRenderer } from '../render/exports.ts';
import { allOf } from './all-of.ts';
import {
  type Encoding,
  encodeFromGzip,
  exportLevels,
  formSuffixes,
  longestBrotliExport,
} from './encode.ts';
import { createGzipFile, deflateSegment, type Segment } from './gzip-segments.ts';
import { objectPath } from './objects.ts';
import type { PreviousRelease } from './previous-release.ts';
import type { ReleaseFiles } from './release-files.ts';
import { hasStamp, linkOrCopy, type Stamp, shortHash, stampOf, stampTime } from './stamps.ts';
import type { ReleasedProduct } from './write-release.ts';

/** A group's segments: its compressed part of each export of a locale, in the order of `createExportRenderers`. */
interface GroupRecord {
  /** A hash of the group's products. */
  readonly key: string;
  readonly segments: readonly SegmentRecord[];
}

type SegmentRecord = readonly [offset: number, length: number, crc: number, size: number];

/** `exports.json` of a release: the segments that the next build may copy. */
interface ExportsRecord {
  /** A hash of everything that the bytes of a segment depend on besides its products. */
  readonly version: string;
  readonly locales: Readonly<Partial<Record<Locale, readonly GroupRecord[]>>>;
}

const recordFile = 'exports.json';

export interface Exporting {
  /** The folder of the new release. */
  readonly folder: string;
  /** Output folder. */
  readonly out: string;
  readonly files: ReleaseFiles;
  readonly previous: PreviousRelease;
  readonly encoding: Encoding;
  readonly contexts: readonly CatalogueContext[];
}

/**
 * Writes the exports of every locale: files with all products, for clients that keep a copy. The products must be
 * sorted by SKU. Rejects with file-system errors.
 */
export async function writeExports(
  products: readonly ReleasedProduct[],
  exporting: Exporting,
  facts: ExportFacts,
): Promise<void> {
  const { folder, files, previous, encoding, contexts } = exporting;
  const version = shortHash(`${previous.compiler} ${encoding}`);
  const known = readRecord(previous, version);
  const locales = await allOf(
    contexts.map(async ({ locale }) => {
      const sold = products.filter(({ listed }) => isSoldIn(listed, locale));
      const options = { ...exporting, known, facts };
      return [locale, await writeLocale(locale, groupsOf(sold), options)] as const;
    }),
  );
  const record: ExportsRecord = { version, locales: Object.fromEntries(locales) };
  const text = Buffer.from(JSON.stringify(record));
  writeFileSync(join(folder, recordFile), text, { flag: 'wx' });
  stampTime(join(folder, recordFile), stampOf(text));
  files.add(recordFile, stampOf(text));
}

/** Returns `exports.json` of the previous release, or undefined if no segment can be copied from that release. */
function readRecord({ folder }: PreviousRelease, version: string): ExportsRecord | undefined {
  if (folder === undefined) return undefined;
  try {
    const record = JSON.parse(readFileSync(join(folder, recordFile), 'utf8')) as ExportsRecord;
    return record.version === version ? record : undefined;
  } catch {
    // An older release has no record; the guard reports a damaged one.
    return undefined;
  }
}

interface Group {
  readonly key: string;
  readonly products: readonly ReleasedProduct[];
}

/**
 * Divides products into groups of about 64. A group ends after each product whose SKU has a certain hash, so that an
 * added or removed product changes only the groups next to it.
 */
function* groupsOf(products: readonly ReleasedProduct[]): Generator<Group> {
  let group: ReleasedProduct[] = [];
  for (const [at, product] of products.entries()) {
    group.push(product);
    if (crc32(product.sku) % 64 !== 0 && at < products.length - 1) continue;
    const lines = group.map(({ sku, content }) => `${sku} ${content}\n`);
    yield { key: shortHash(lines.join('')), products: group };
    group = [];
  }
}

interface LocaleExporting extends Exporting {
  readonly known: ExportsRecord | undefined;
  readonly facts: ExportFacts;
}

/** Number of groups that are compressed at the same time. */
const groupsAtOnce = 4;

async function writeLocale(
  locale: Locale,
  groups: Iterable<Group>,
  exporting: LocaleExporting,
): Promise<readonly GroupRecord[]> {
  const renderers = createExportRenderers(locale);
  const earlier = openEarlier(locale, renderers, exporting);
  const documents = await Promise.all(
    renderers.map((renderer) => startDocument(renderer, locale, exporting)),
  );
  const records: GroupRecord[] = [];
  const making: (readonly [key: string, Promise<readonly Segment[]>])[] = [];
  const takeOne = async () => {
    const [key, work] = making.shift() as (typeof making)[number];
    const segments = await work;
    const offsets = documents.map((document, at) => document.append(segments[at] as Segment));
    records.push({
      key,
      segments: segments.map(({ bytes, crc, size }, at) => {
        return [offsets[at] as number, bytes.length, crc, size] as const;
      }),
    });
  };
  try {
    for (const group of groups) {
      const work = earlier?.segments(group.key) ?? makeGroup(group, locale, renderers, exporting);
      // The error is thrown when the result is awaited.
      Promise.resolve(work).catch(() => {});
      making.push([group.key, Promise.resolve(work)]);
      if (making.length >= groupsAtOnce) await takeOne();
    }
    while (making.length > 0) await takeOne();
  } catch (error) {
    await Promise.allSettled(making.map(([, work]) => work));
    for (const document of documents) document.abandon();
    throw error;
  } finally {
    earlier?.close();
  }
  await allOf(documents.map((document) => document.finish()));
  return records;
}

/** Renders a group from its product details; returns its segment (compressed part) of each export. */
async function makeGroup(
  { products }: Group,
  locale: Locale,
  renderers: readonly ExportRenderer[],
  { out, encoding }: Exporting,
): Promise<readonly Segment[]> {
  const texts: string[][] = renderers.map(() => []);
  for (const { object } of products) {
    const path = join(out, objectPath(object), objectFiles.detail(locale));
    const text = readFileSync(path, 'utf8');
    const detail = JSON.parse(text) as ProductDetail;
    for (const [at, renderer] of renderers.entries()) texts[at]?.push(renderer.part(detail, text));
  }
  const level = exportLevels[encoding];
  return Promise.all(
    renderers.map(({ separator }, at) =>
      deflateSegment(Buffer.from(texts[at]?.join(separator) ?? ''), level),
    ),
  );
}

/**
 * Opens the exports of a locale in the previous release. Returns functions that read the segments of a group by its
 * key and that close the files, or undefined if an export is missing or damaged.
 */
function openEarlier(
  locale: Locale,
  renderers: readonly ExportRenderer[],
  { known, previous }: LocaleExporting,
) {
  const records = known?.locales[locale];
  const paths = renderers.map(({ form }) => gzipPath(form, locale));
  const isWhole = (path: string) => {
    const stamp = previous.stampOf(path);
    return stamp !== undefined && hasStamp(join(previous.folder ?? '', path), stamp);
  };
  if (records === undefined || !paths.every(isWhole)) return undefined;
  const byKey = new Map(records.map(({ key, segments }) => [key, segments]));
  const open = paths.map((path) => openSync(join(previous.folder ?? '', path), 'r'));
  return {
    segments: (key: string): readonly Segment[] | undefined =>
      byKey.get(key)?.map(([offset, length, crc, size], at) => {
        const bytes = Buffer.allocUnsafe(length);
        const read = readSync(open[at] as number, bytes, 0, length, offset);
        if (read < length) throw new Error(`${paths[at]} ends before byte ${offset + length}`);
        return { bytes, crc, size };
      }),
    close: () => {
      for (const descriptor of open) closeSync(descriptor);
    },
  };
}

function gzipPath(form: ExportRenderer['form'], locale?: Locale): string {
  return `public/${publicFiles.export(form, locale)}${formSuffixes[1]}`;
}

/** Creates an export with its beginning; returns functions that append a segment, finish, or abandon the file. */
async function startDocument(renderer: ExportRenderer, locale: Locale, exporting: LocaleExporting) {
  const { folder, facts, encoding } = exporting;
  const segment = (text: string) => deflateSegment(Buffer.from(text), exportLevels[encoding]);
  const [beginning, separator, end] = await Promise.all(
    [renderer.beginning(facts), renderer.separator, renderer.end].map(segment),
  );
  const path = gzipPath(renderer.form, locale);
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
      await addForms(renderer, locale, { ...exporting, gzip: file.close(), size });
    },
    abandon: () => file.abandon(),
  };
}

/**
 * Links the Brotli form of an export from the previous release if the gzip form is unchanged. Returns the size and
 * SHA-256 of the Brotli form, or undefined if it was not linked.
 */
function takeBrotli(
  path: string,
  { folder, previous, gzip }: Pick<Finishing, 'folder' | 'previous' | 'gzip'>,
): Stamp | undefined {
  const [, gzipSuffix, brotliSuffix] = formSuffixes;
  const known = previous.stampOf(path + brotliSuffix);
  const from = join(previous.folder ?? '', path) + brotliSuffix;
  const isSame = previous.stampOf(path + gzipSuffix)?.join() === gzip.join();
  if (!isSame || known === undefined || !hasStamp(from, known)) return undefined;
  linkOrCopy(from, join(folder, path) + brotliSuffix, known);
  return known;
}

interface Finishing extends LocaleExporting {
  readonly gzip: Stamp;
  /** Number of plain bytes. */
  readonly size: number;
}

/**
 * Adds an export's gzip form to the release, and its Brotli form if it is JSON and not too long.
 */
async function addForms(
  { form }: ExportRenderer,
  locale: Locale,
  { folder, files, previous, encoding, contexts, gzip, size }: Finishing,
): Promise<void> {
  const isDefault = contexts[0]?.content.catalogue.defaultLocale === locale;
  const names = isDefault ? [locale, undefined] : [locale];
  const [path = '', ...others] = names.map((name) => `public/${publicFiles.export(form, name)}`);
  const [, gzipSuffix, brotliSuffix] = formSuffixes;
  const stamps: [suffix: string, stamp: Stamp][] = [[gzipSuffix, gzip]];
  stampTime(join(folder, path) + gzipSuffix, gzip);
  if (encoding === 'full' && form.ending !== 'csv' && size < longestBrotliExport) {
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
