/**
 * Reads single JSON files and tables of a content folder (`createFileReader`), and all its shared files (`loadShared`):
 * JSON files that concern all products, drawings and assets.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { type Asset, type AssetPicture, type KnownAssets, readAssets } from './assets.ts';
import { emptyTable, indexTable, type KnownCells, readRows, type TableIndex } from './csv.ts';
import { type Day, dayAt, defaultTimeZone } from './dates.ts';
import { type Found, foundBy } from './findings/finding.ts';
import { type ContentListing, isLinked } from './list-content.ts';
import type { Ids, PartialContent, PartialTable } from './partial-content.ts';
import { type DocumentReading, readDocument } from './read-document.ts';
import { explainSymbolicLink, findInDrawing, unreadableFile } from './rules/file-rules.ts';
import { toDeprecations } from './schemas/deprecations.ts';
import { type ContentOf, type JsonKind, jsonKinds } from './schemas/kinds.ts';
import { idSources, idsOf } from './schemas/references.ts';
import { isAssetPath } from './schemas/values.ts';
import { chartsWithSizes, toSizeNames } from './size-names.ts';
import { findUnfinishedEdit } from './unfinished-edit.ts';

/** Members of `PartialContent` that contain products or the table rows of products. */
type ProductParts =
  | 'products'
  | 'emptyTables'
  | 'msrp'
  | 'net'
  | 'surcharges'
  | 'inventory'
  | 'variants'
  | 'activeProducts';

/** The readable part of the content without products and without the tables whose rows belong to products. */
export type PartialSharedContent = Omit<PartialContent, ProductParts>;

/**
 * Reads files, given their paths within a content folder. Adds faults to `found` instead of throwing, also for a
 * file that is missing or cannot be read.
 */
export interface FileReader {
  /** The faults of all files read so far. */
  readonly found: Found[];
  /**
   * Reads a JSON file and validates it with a schema. Returns an empty object as `value` if the file cannot be read.
   */
  json<Schema extends z.ZodObject>(file: string, schema: Schema): DocumentReading<z.infer<Schema>>;
  /**
   * Indexes the rows of a table by SKU without parsing them; `schema` only names the columns. If the file cannot be
   * read, adds the fault to `found` and returns an empty index.
   */
  index(file: string, schema: z.ZodObject, cells?: KnownCells): TableIndex;
  /** Reads a table with all its rows, in the order of the file; without rows if the file cannot be read. */
  table<Shape extends z.ZodObject>(file: string, schema: Shape): PartialTable<z.infer<Shape>>;
}

/**
 * Returns a reader of the files in a content folder. The reader reads nothing through symbolic links; its `found` has a
 * fault for each link in the listing. `known` is a cache, path of a table → its index: the reader takes tables from the
 * cache instead of reading them, and adds the tables that it reads.
 */
export function createFileReader(
  folder: string,
  { links }: ContentListing,
  known = new Map<string, TableIndex>(),
): FileReader {
  const found: Found[] = links.map(explainSymbolicLink);
  const bytesOf = (file: string): Buffer | undefined => {
    if (isLinked(file, links)) return undefined;
    try {
      // Synchronous: a long table would take a hundred turns of the event loop.
      return readFileSync(join(folder, file));
    } catch (error) {
      found.push(unreadable(file, error));
      return undefined;
    }
  };
  const index: FileReader['index'] = (file, schema, cells) => {
    const before = known.get(file);
    const bytes = before === undefined ? bytesOf(file) : undefined;
    const table = before ?? (bytes ? indexTable(file, bytes, schema, cells) : emptyTable(file));
    // An unreadable file is not cached, so that the next reading reports it again.
    if (before !== undefined || bytes !== undefined) known.set(file, table);
    found.push(...table.found);
    return table;
  };
  return {
    found,
    index,
    json(file, schema) {
      const bytes = bytesOf(file);
      if (bytes === undefined) return { value: {}, whole: false, json: undefined, found: [] };
      const reading = readDocument(file, bytes, schema);
      found.push(...reading.found);
      return reading;
    },
    table(file, schema) {
      const { header, rows } = index(file, schema);
      const { found: faults, ...table } = readRows({ file, header, schema }, rows);
      found.push(...faults);
      return table;
    },
  };
}

/** Returns the fault of a file that is missing or cannot be read; `error` is the file-system error. */
export function unreadable(file: string, error: unknown): Found {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT') {
    return foundBy(unreadableFile, { file, message: `cannot be read (${code})` });
  }
  const about = { groups: file.includes('/') ? [`folder ${dirname(file)}`] : [] };
  return foundBy(unreadableFile, { file, message: 'is missing; add it', about });
}

/**
 * Reads the shared JSON files and drawings of a content folder for the day of `at`, and describes the files in `assets/`
 * (`known` is a cache of descriptions). Returns faults in `found` instead of rejecting.
 */
export async function loadShared(
  folder: string,
  { files, links }: ContentListing,
  at: Date | Day,
  known: KnownAssets = new Map(),
): Promise<PartialSharedContent> {
  const reader = createFileReader(folder, { files, links });
  const json: Record<string, unknown> = {};
  const read = <Kind extends JsonKind>(kind: Kind): Partial<ContentOf<Kind>> => {
    const { path: file, schema } = jsonKinds[kind];
    const reading = reader.json(file, schema);
    json[file] = reading.json;
    return reading.value as Partial<ContentOf<Kind>>;
  };
  const readIfPresent = <Kind extends JsonKind>(kind: Kind) =>
    files.includes(jsonKinds[kind].path) ? read(kind) : ({} as Partial<ContentOf<Kind>>);
  const catalogue = read('catalogue');
  const { brands = {} } = read('brands');
  const { categories = {} } = read('categories');
  const { tags = {} } = read('tags');
  const { families = {}, colors = {} } = read('colors');
  const facets = read('facets');
  const { decorations = {} } = read('decorations');
  const { companies = {} } = read('companies');
  const { sizes = [], aliases: sizeAliases = {} } = read('sizes');
  const { charts = {}, measures = {} } = read('size-charts');
  const { locations = {} } = readIfPresent('locations');
  const { asOf } = readIfPresent('inventory');
  const { routes } = readIfPresent('deprecations');
  const sizeNames = toSizeNames(sizeAliases, sizes);
  const assets = await loadAssets(folder, files, { known, found: reader.found });
  reader.found.push(...findUnfinishedEdit(folder, files));
  return {
    day: dayAt(at, catalogue.timeZone ?? defaultTimeZone),
    ...{ catalogue, brands, categories, tags, families, colors, decorations, companies },
    facets: { for: {}, inspiration: {}, fabrics: {}, materials: {}, ...facets },
    ...{ sizes, sizeAliases, sizeNames, measures, locations },
    sizeCharts: chartsWithSizes(charts, sizeNames),
    stock: { asOf },
    deprecations: toDeprecations(routes),
    // An invalid tier has no table of prices, so that no tier is known then.
    ids: collectIds({ ...json, [jsonKinds.catalogue.path]: catalogue }, files),
    drawings: await readDrawings(folder, files, reader.found),
    assets,
    pictures: picturesOf(assets),
    found: reader.found,
    files,
    links,
  };
}

/** Returns the ids of each kind, also of invalid entries. `json` has the parsed shared files by path. */
function collectIds(json: Readonly<Record<string, unknown>>, files: readonly string[]): Ids {
  const entries = Object.entries(idSources).map(([kind, source]) => {
    const isAbsent = source.optional === 'file' && !files.includes(source.file);
    const ids = isAbsent ? [] : idsOf(source, json[source.file]);
    return [kind, ids && new Set(ids)];
  });
  return Object.fromEntries(entries) as Ids;
}

/**
 * Returns file name in `drawings/` → text. Adds faults to `found`; faulty drawings stay, so that products that refer to
 * them get no fault.
 */
async function readDrawings(folder: string, files: readonly string[], found: Found[]) {
  const drawings = files.filter((file) => file.startsWith('drawings/') && file.endsWith('.svg'));
  const texts = drawings.map(async (file) => {
    const bytes = await readFile(join(folder, file)).catch((error: unknown) => {
      found.push(unreadable(file, error));
    });
    const fault = bytes && findInDrawing(file, bytes);
    if (fault) found.push(fault);
    return [file.slice('drawings/'.length), new TextDecoder().decode(bytes ?? undefined)] as const;
  });
  return new Map(await Promise.all(texts));
}

/**
 * Describes the files of `assets/`. Returns path relative to `assets/` → description. Omits files that cannot be read,
 * and adds their faults to `found`.
 */
async function loadAssets(
  folder: string,
  files: readonly string[],
  { known, found }: { known: KnownAssets; found: Found[] },
): Promise<ReadonlyMap<string, Asset>> {
  const below = 'assets/';
  const assets = await readAssets(
    folder,
    files.filter((file) => file.startsWith(below)),
    { known, onError: (file, error) => found.push(unreadable(file, error)) },
  );
  return new Map([...assets].map(([file, asset]) => [file.slice(below.length), asset]));
}

/**
 * Returns path relative to `assets/` → hash and size of each picture to which content can refer. Worker threads receive
 * this result, but not the descriptions of all assets.
 */
function picturesOf(assets: ReadonlyMap<string, Asset>): ReadonlyMap<string, AssetPicture> {
  return new Map(
    [...assets].flatMap(([path, { picture, sha256 }]) =>
      isAssetPath(path) ? [[path, { sha256, ...picture }] as const] : [],
    ),
  );
}
