/**
 * Opens a content folder: reads the shared files, lists the product files, and indexes the rows of each product in the
 * tables. `readProduct` then reads single products, in any thread.
 */
import { basename } from 'node:path';
import { shownDay } from './availability.ts';
import { compare } from './compare.ts';
import { type ProductRows, rowsOn } from './content.ts';
import { type ContentMemory, createContentMemory } from './content-memory.ts';
import {
  emptyTable,
  indexTable,
  type KnownCells,
  readRows,
  type TableHead,
  type TableIndex,
} from './csv.ts';
import { keyOfRow, type Row } from './csv-rows.ts';
import { type Day, dayAt, defaultTimeZone } from './dates.ts';
import { type Found, foundBy } from './findings/finding.ts';
import { isProductFile, listContent } from './list-content.ts';
import { loadShared, type Reading, readBytes } from './load-shared.ts';
import type { PartialContent, PartialProduct } from './partial-content.ts';
import {
  activeProductsFile,
  findRenamedTier,
  isNetTable,
  productTables,
  rowSchemaOf,
  variantsFile,
  withRows,
} from './product-tables.ts';
import { readDocument } from './read-document.ts';
import { unreadableFile } from './rules/file-rules.ts';
import { csvKinds } from './schemas/kinds.ts';
import { type ProductContent, productSchema } from './schemas/product.ts';
import { sha256 } from './sha256.ts';
import { productWithSizes } from './size-names.ts';

/** A product file, by its path and its name. */
export interface ProductName {
  /** Path within the content folder. */
  readonly file: string;
  /** The name of the file without extension, which is the SKU unless there is a fault. */
  readonly sku: string;
}

/** A product file, with the rows of the product in each table. */
export interface ProductSource extends ProductName {
  /** One list for each table, in the order of `OpenContent.tables`. */
  readonly rows: readonly (readonly Row[])[];
}

/** A content folder whose shared files have been read, and in whose tables the rows of each SKU can be found. */
export interface OpenContent {
  readonly folder: string;
  /** The shared content, with the faults of the shared files and the tables; without products and rows. */
  readonly shared: PartialContent;
  /** Every product file, sorted by the SKU in its name. */
  readonly products: readonly ProductName[];
  /** The tables with rows of products; the last one is `variants.csv`. */
  readonly tables: readonly TableIndex[];
  readonly activeProducts: TableIndex;
  /** Returns a product file with its rows in each table. */
  sourceOf(product: ProductName): ProductSource;
}

/** The data that `readProduct` needs; it can be sent to a worker thread. */
export interface ProductReader extends Pick<OpenContent, 'folder' | 'shared'> {
  readonly tables: readonly TableHead[];
}

/** Options of `openContent`. */
export interface OpenOptions {
  /** Data of earlier calls for the same folder; call `forgetContent` first if files have changed. */
  readonly memory?: ContentMemory;
  /** The point in time, or the day in the catalogue's time zone, for which the content is read; now by default. */
  readonly at?: Date | Day;
}

/** Opens a content folder; faults are in `shared.found`. Rejects with the errors of `listContent`. */
export async function openContent(
  folder: string,
  { memory = createContentMemory(), at = new Date() }: OpenOptions = {},
): Promise<OpenContent> {
  const content = memory.content ?? (await readContent(folder, { memory, at }));
  const { timeZone = defaultTimeZone } = content.shared.catalogue;
  memory.content = { ...content, shared: { ...content.shared, day: dayAt(at, timeZone) } };
  return memory.content;
}

async function readContent(
  folder: string,
  { memory, at }: Required<OpenOptions>,
): Promise<OpenContent> {
  const listing = await listContent(folder);
  const { files } = listing;
  const shared = await loadShared(folder, listing, at, memory.assets);
  const products = files
    .filter(isProductFile)
    .map((file) => ({ file, sku: basename(file, '.json') }))
    .sort((a, b) => compare(a.sku, b.sku));
  const { colors: color, sizes, companies: company, locations: location } = shared.ids;
  const size = sizes && new Set([...sizes, ...shared.sizeNames.keys()]);
  const cells = { sku: new Set(products.map(({ sku }) => sku)), color, size, company, location };
  const paths = productTables(shared);
  const renamed = findRenamedTier(paths, files);
  const reading = { folder, links: listing.links, found: shared.found };
  const index = (file: string): TableIndex => {
    if (file === variantsFile && !files.includes(file)) return emptyTable(file, []);
    if (file === renamed?.file) {
      reading.found.push(foundBy(unreadableFile, renamed));
      return emptyTable(file);
    }
    return readIndex(reading, file, { cells, known: memory.tables });
  };
  const tables = paths.map(index);
  return {
    ...{ folder, products, tables },
    activeProducts: index(activeProductsFile),
    shared: withRows(shared, tables, []),
    sourceOf: (name) => ({ ...name, rows: tables.map(({ bySku }) => bySku.get(name.sku) ?? []) }),
  };
}

/**
 * Indexes the rows of a table by SKU, or takes the index from the cache `known`, path of a table → its index. Returns an
 * empty index if the file cannot be read.
 */
export function readIndex(
  reading: Reading,
  file: string,
  { cells, known }: { cells?: KnownCells; known?: Map<string, TableIndex> } = {},
): TableIndex {
  let table = known?.get(file);
  if (table === undefined) {
    const bytes = readBytes(reading, file);
    // Not cached, so that the next reading reports it again.
    if (bytes === undefined) return emptyTable(file);
    table = indexTable(file, bytes, rowSchemaOf(file), cells);
    known?.set(file, table);
  }
  reading.found.push(...table.found);
  return table;
}

/** One product as read from its file and its table rows, before any rule about products has checked it. */
export type ProductReading = ReturnType<typeof readProduct>;

/** Reads a product file and parses the product's table rows. Returns faults, such as a missing file, in `found`. */
export function readProduct(
  { folder, shared, tables }: ProductReader,
  { file, sku, rows }: ProductSource,
) {
  const found: Found[] = [];
  const bytes = readBytes({ folder, links: [], found }, file);
  const document = bytes && readDocument(file, bytes, productSchema);
  found.push(...(document?.found ?? []));
  const product: PartialProduct = {
    ...{ file, sku, whole: document?.whole ?? false },
    product: productWithSizes(document?.value ?? {}, shared.sizeNames),
  };
  const partial = withRows(shared, tables, rows, found);
  return {
    /** The content for the rules about single products: shared content, this product and its rows. */
    partial: { ...partial, products: [product], found: [...shared.found, ...found] },
    product,
    /** SHA-256 of the product file, in hexadecimal. */
    fileHash: sha256(bytes ?? ''),
    /** The faults of the product file and the product's rows. */
    found,
  };
}

/**
 * Parses only the rows with the net prices and surcharges of a product, which must have no faults: those valid on the
 * day for which it is shown.
 */
export function readNetRows(
  { shared, tables }: OpenContent,
  name: ProductName,
  product: Partial<ProductContent>,
): ProductRows {
  const rows = tables.map(({ file, bySku }) => (isNetTable(file) && bySku.get(name.sku)) || []);
  return rowsOn(withRows(shared, tables, rows), shownDay(product, shared.day));
}

/**
 * Parses the table rows that `readProduct` does not parse: those whose SKU has no product file, and the active products.
 * Returns the content with only these rows, and also their faults in `found`.
 */
export function readOtherRows(content: OpenContent): PartialContent {
  const { shared, products, tables, activeProducts } = content;
  const { found: faults, ...active } = readActiveProducts(activeProducts);
  const found = [...shared.found, ...faults];
  const skus = new Set(products.map(({ sku }) => sku));
  const rows = tables.map(({ bySku }) =>
    [...bySku].flatMap(([sku, ofSku]) => (skus.has(sku) ? [] : ofSku)),
  );
  const partial = withRows(shared, tables, rows, found);
  return { ...partial, activeProducts: active, tables, found };
}

/** Parses all rows of `active-products.csv`. */
export function readActiveProducts({ file, header, rows }: TableIndex) {
  return readRows({ file, header, schema: csvKinds[activeProductsFile] }, rows);
}

/** Returns the SHA-256, in hexadecimal, of the cells of a product's rows, with the columns of each table that has some. */
export function hashRows({ rows }: ProductSource, tables: readonly TableHead[]): string {
  const lines = tables.flatMap(({ file, header }, at) => {
    const own = rows[at] ?? [];
    if (own.length === 0) return [];
    // The meaning of a row depends on the order of the columns.
    return [`${file} ${header?.join()} ${own.length}`, ...own.map(keyOfRow)];
  });
  return sha256(lines.join('\n'));
}
