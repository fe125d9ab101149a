/** Reads all files of a content folder except products and their rows. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { emptyTable, indexTable, readRows, type TableIndex } from './csv.ts';
import { type Day, dayAt, defaultTimeZone } from './dates.ts';
import { type Found, foundBy } from './findings/finding.ts';
import { type ContentListing, isLinked } from './list-content.ts';
import type { Ids, PartialContent, PartialTable } from './partial-content.ts';
import { type DocumentReading, readDocument } from './read-document.ts';
import { type Picture, readPicture } from './read-picture.ts';
import { symbolicLink, unreadableFile } from './rules/file-rules.ts';
import { deprecationsSchema, toDeprecations } from './schemas/deprecations.ts';
import * as shared from './schemas/shared.ts';
import { idsOf, optionalFiles, sharedTables } from './schemas/shared-tables.ts';
import { stockSchema } from './schemas/stock.ts';
import { activeProductRowSchema } from './schemas/tables.ts';
import { isAssetPath } from './schemas/values.ts';
import { chartsWithSizes, toSizeNames } from './size-names.ts';

/** The members of partial content that concern products. */
type ProductParts = 'products' | 'msrp' | 'net' | 'surcharges' | 'inventory' | 'variants';

/** Partial content without products. */
export type PartialSharedContent = Omit<PartialContent, ProductParts>;

/** Reads files of a content folder and collects their faults. */
export interface FileReader {
  readonly found: Found[];
  json<Schema extends z.ZodObject>(
    file: string,
    schema: Schema,
  ): Promise<DocumentReading<z.infer<Schema>>>;
  /** Indexes the table without reading its rows. */
  index(file: string, schema: z.ZodObject): Promise<TableIndex>;
  /** Reads the table with all rows. */
  table<Shape extends z.ZodObject>(
    file: string,
    schema: Shape,
  ): Promise<PartialTable<z.infer<Shape>>>;
}

/**
 * Creates a reader of a folder. Every symbolic link of the listing is a fault and is not followed. Does not
 * read `known` tables again.
 */
export function createFileReader(
  folder: string,
  { links }: ContentListing,
  known = new Map<string, TableIndex>(),
): FileReader {
  const found: Found[] = links.map((link) => foundBy(symbolicLink, symbolicLink.explain(link)));
  const bytesOf = async (file: string): Promise<Buffer | undefined> => {
    if (isLinked(file, links)) return undefined;
    try {
      return await readFile(join(folder, file));
    } catch (error) {
      found.push(unreadable(file, error));
      return undefined;
    }
  };
  const index: FileReader['index'] = async (file, schema) => {
    const before = known.get(file);
    const bytes = before === undefined ? await bytesOf(file) : undefined;
    const table = before ?? (bytes ? indexTable(file, bytes, schema) : emptyTable(file));
    // An unreadable file has a fault, which the next reading finds again.
    if (bytes !== undefined) known.set(file, table);
    found.push(...table.found);
    return table;
  };
  return {
    found,
    index,
    async json(file, schema) {
      const bytes = await bytesOf(file);
      if (bytes === undefined) return { value: {}, whole: false, json: undefined, found: [] };
      const reading = readDocument(file, bytes, schema);
      found.push(...reading.found);
      return reading;
    },
    async table(file, schema) {
      const { header, skus, rowsOf } = await index(file, schema);
      const texts = [...skus()].flatMap(rowsOf).sort((a, b) => a.line - b.line);
      const { found: faults, ...table } = readRows({ file, header, schema }, texts);
      found.push(...faults);
      return table;
    },
  };
}

/** Returns the finding that a file is missing or cannot be read. */
export function unreadable(file: string, error: unknown): Found {
  const { code } = error as NodeJS.ErrnoException;
  const message = code === 'ENOENT' ? 'is missing; add it' : `cannot be read (${code})`;
  return foundBy(unreadableFile, { file, message });
}

/** Reads the files that products share, the sync table, drawings and assets, for a moment or a day. */
export async function loadShared(
  folder: string,
  { files, links }: ContentListing,
  at: Date | Day,
): Promise<PartialSharedContent> {
  const reader = createFileReader(folder, { files, links });
  const catalogue = await reader.json('catalogue.json', shared.catalogueSchema);
  const brands = await reader.json('brands.json', shared.brandsSchema);
  const categories = await reader.json('categories.json', shared.categoriesSchema);
  const tags = await reader.json('tags.json', shared.tagsSchema);
  const colors = await reader.json('colors.json', shared.colorsSchema);
  const facets = await reader.json('facets.json', shared.facetsSchema);
  const decorations = await reader.json('decorations.json', shared.decorationsSchema);
  const companies = await reader.json('companies.json', shared.companiesSchema);
  const sizes = await reader.json('sizes.json', shared.sizesSchema);
  const sizeCharts = await reader.json('size-charts.json', shared.sizeChartsSchema);
  const locations = files.includes('locations.json')
    ? await reader.json('locations.json', shared.locationsSchema)
    : undefined;
  const stock = files.includes('inventory.json')
    ? (await reader.json('inventory.json', stockSchema)).value
    : {};
  const deprecations = files.includes('deprecations.json')
    ? (await reader.json('deprecations.json', deprecationsSchema)).value.routes
    : undefined;
  const sizeAliases = sizes.value.aliases ?? {};
  const sizeNames = toSizeNames(sizeAliases, sizes.value.sizes ?? []);
  const assets = await readAssets(folder, files);
  const json = {
    'brands.json': brands.json,
    'categories.json': categories.json,
    'tags.json': tags.json,
    'colors.json': colors.json,
    'facets.json': facets.json,
    'decorations.json': decorations.json,
    'companies.json': companies.json,
    'sizes.json': sizes.json,
    'size-charts.json': sizeCharts.json,
    'locations.json': locations?.json,
  };
  return {
    day: dayAt(at, catalogue.value.timeZone ?? defaultTimeZone),
    catalogue: catalogue.value,
    brands: brands.value.brands ?? {},
    categories: categories.value.categories ?? {},
    tags: tags.value.tags ?? {},
    families: colors.value.families ?? {},
    colors: colors.value.colors ?? {},
    facets: { for: {}, inspiration: {}, fabrics: {}, materials: {}, ...facets.value },
    decorations: decorations.value.decorations ?? {},
    companies: companies.value.companies ?? {},
    ...{ sizes: sizes.value.sizes ?? [], sizeAliases, sizeNames },
    sizeCharts: chartsWithSizes(sizeCharts.value.charts ?? {}, sizeNames),
    locations: locations?.value.locations ?? {},
    stock: { asOf: stock.asOf },
    deprecations: toDeprecations(deprecations),
    ids: collectIds(json, files),
    activeProducts: await reader.table('active-products.csv', activeProductRowSchema),
    drawings: await readDrawings(folder, files),
    assets,
    pictures: readPictures(assets),
    found: reader.found,
    files,
    links,
  };
}

/** Returns the ids of every shared table, including those of invalid entries. */
function collectIds(json: Readonly<Record<string, unknown>>, files: readonly string[]): Ids {
  const entries = Object.entries(sharedTables).map(([kind, { file, member }]) => {
    const isLeftOut = optionalFiles.has(file) && !files.includes(file);
    return [kind, isLeftOut ? new Set() : idsOf(json[file], member)];
  });
  return Object.fromEntries(entries) as Ids;
}

async function readDrawings(folder: string, files: readonly string[]) {
  const drawings = files.filter((file) => file.startsWith('drawings/') && file.endsWith('.svg'));
  return readFiles(drawings, 'drawings/', (file) => readFile(join(folder, file), 'utf8'));
}

async function readAssets(folder: string, files: readonly string[]) {
  const assets = files.filter((file) => file.startsWith('assets/'));
  return readFiles(assets, 'assets/', (file) => readFile(join(folder, file)));
}

/** Read once in each build: threads get the results, not the bytes. */
function readPictures(assets: ReadonlyMap<string, Buffer>): ReadonlyMap<string, Picture> {
  const pictures = new Map<string, Picture>();
  for (const [path, bytes] of assets) {
    const picture = isAssetPath(path) ? readPicture(bytes) : undefined;
    if (picture !== undefined) pictures.set(path, picture);
  }
  return pictures;
}

/** Returns the contents of the files by path, for a folder of the content. */
async function readFiles<Value>(
  files: readonly string[],
  below: string,
  read: (file: string) => Promise<Value>,
): Promise<ReadonlyMap<string, Value>> {
  const entries = files.map(async (file) => [file.slice(below.length), await read(file)] as const);
  return new Map(await Promise.all(entries));
}
