/**
 * Opens a content folder: reads the shared files, lists the product files, and indexes the rows of each product in the
 * tables. `readProduct` then reads single products, in any thread.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { z } from 'zod';
import { shownDay } from './availability.ts';
import { compare } from './compare.ts';
import type { ProductRows as WholeRows } from './content.ts';
import { type ContentMemory, createContentMemory } from './content-memory.ts';
import { emptyTable, readRows, type TableHead, type TableIndex } from './csv.ts';
import { type Day, dayAt, defaultTimeZone } from './dates.ts';
import type { Found } from './findings/finding.ts';
import { isLinked, listContent } from './list-content.ts';
import { createFileReader, loadShared, unreadable } from './load-shared.ts';
import { type PartialContent, type PartialProduct, rowsOn } from './partial-content.ts';
import { isProductFile } from './product-files.ts';
import {
  createProductRows,
  type ProductName,
  type ProductRows,
  type ProductSource,
} from './product-rows.ts';
import {
  activeProductsFile,
  isNetTable,
  productTables,
  variantsFile,
  withRenamedTier,
  withRows,
} from './product-tables.ts';
import { readDocument } from './read-document.ts';
import { skusOfRepeatedCells } from './repeated-cells.ts';
import { seeMore } from './rules/file-rules.ts';
import { csvKinds } from './schemas/kinds.ts';
import type { ProductContent } from './schemas/product.ts';
import { productSchema } from './schemas/product.ts';
import { variantIds, variantRowSchema } from './schemas/tables.ts';
import { sha256 } from './sha256.ts';
import { productWithSizes } from './size-names.ts';

/**
 * A content folder whose shared files have been read, and in whose tables the rows of each SKU can be found. Single
 * products are read later with `readProduct`.
 */
export interface OpenContent extends ProductRows {
  readonly folder: string;
  /**
   * The content that products share, with the faults of the shared files and the tables. Contains no products or rows.
   */
  readonly shared: PartialContent;
  /** Every product file, sorted by the SKU in its name. */
  readonly products: readonly ProductName[];
  /**
   * The tables with rows of products, without these rows. `ProductSource.rows` and `strayRows()` have one list for each
   * table, in this order.
   */
  readonly tables: readonly TableHead[];
  /** The index of `variants.csv`, to find part ids and GTINs that occur more than once. */
  readonly variants: TableIndex;
  /** The table `active-products.csv`, whose rows only the rules about the catalogue need. */
  readonly activeProducts: TableIndex;
}

/** The data that `readProduct` needs; it can be sent to a worker thread. */
export type ProductReader = Pick<OpenContent, 'folder' | 'shared' | 'tables'>;

/** One product as read from its file and its table rows, before any rule about products has checked it. */
export interface ProductReading {
  /**
   * The content that the rules about single products check: shared content, this product and its rows, no other
   * products.
   */
  readonly partial: PartialContent;
  /** The product as far as it could be read: without members and list elements that have a fault. */
  readonly product: PartialProduct;
  /** SHA-256 of the product file, in hexadecimal. */
  readonly fileHash: string;
  /** Faults that were found while the product file and the product's rows were read. */
  readonly found: readonly Found[];
}

/** Options of `openContent`. */
export interface OpenOptions {
  /**
   * Data of earlier calls for the same folder, which is reused and extended. By default, all is read anew. Call
   * `forgetContent` first if files have changed.
   */
  readonly memory?: ContentMemory;
  /** The point in time, or the day in the catalogue's time zone, for which the content is read; now by default. */
  readonly at?: Date | Day;
}

/**
 * Opens a content folder: reads the shared files and the tables, and lists the product files; faults are in
 * `shared.found`. Returns what `memory` holds, for the day of `at`, if it has it. Rejects with the errors of `listContent`.
 */
export async function openContent(
  folder: string,
  { memory = createContentMemory(), at = new Date() }: OpenOptions = {},
): Promise<OpenContent> {
  const known = memory.content;
  memory.content = known ? withDay(known, at) : await readContent(folder, { memory, at });
  return memory.content;
}

/**
 * Returns the content for the day of `at` in the catalogue's time zone: the same object if it already has this day,
 * otherwise a copy.
 */
function withDay(content: OpenContent, at: Date | Day): OpenContent {
  const { shared } = content;
  const day = dayAt(at, shared.catalogue.timeZone ?? defaultTimeZone);
  return day === shared.day ? content : { ...content, shared: { ...shared, day } };
}

async function readContent(
  folder: string,
  { memory, at }: Required<OpenOptions>,
): Promise<OpenContent> {
  const { tables: known, assets } = memory;
  const listing = await listContent(folder);
  const shared = await loadShared(folder, listing, at, assets);
  const reader = createFileReader(folder, { ...listing, links: [] }, known);
  const index = (file: string, schema: z.ZodObject): TableIndex => {
    if (isLinked(file, listing.links)) return emptyTable(file);
    const isAbsent = file === variantsFile && !listing.files.includes(file);
    return isAbsent ? emptyTable(file, []) : reader.index(file, schema, cells);
  };
  const products = listing.files
    .filter(isProductFile)
    .map((file) => ({ file, sku: basename(file, '.json') }))
    .sort((a, b) => compare(a.sku, b.sku));
  const { colors: color, sizes, companies: company, locations: location } = shared.ids;
  const size = sizes && new Set([...sizes, ...shared.sizeNames.keys()]);
  const cells = { sku: new Set(products.map(({ sku }) => sku)), color, size, company, location };
  const indexes = productTables(shared).map(([file, schema]) => index(file, schema));
  const activeProducts = index(activeProductsFile, csvKinds[activeProductsFile]);
  const tables = indexes.map(({ file, header, isEmpty }) => ({ file, header, isEmpty }));
  const paths = tables.map(({ file }) => file);
  const ofTables = withRenamedTier(reader.found, paths, listing.files);
  return {
    ...{ folder, products, tables, activeProducts },
    shared: withRows({ ...shared, found: [...shared.found, ...ofTables] }, tables, []),
    variants: indexes.at(-1) as TableIndex,
    ...createProductRows(indexes, products),
  };
}

/**
 * Reads a product file and parses the product's table rows. Does not throw for faults, such as a missing file, but
 * returns them in `found`.
 */
export function readProduct(
  { folder, shared, tables }: ProductReader,
  source: ProductSource,
): ProductReading {
  const { file, sku } = source;
  const found: Found[] = [];
  const bytes = readOrReport(join(folder, file), file, found);
  const unread = { value: {}, whole: false, found: [] };
  const reading = bytes ? readDocument(file, bytes, productSchema) : unread;
  found.push(...reading.found);
  const named = productWithSizes(reading.value, shared.sizeNames);
  const product: PartialProduct = { file, sku, product: named, whole: reading.whole };
  const ofRows: Found[] = [];
  const partial = withRows(shared, tables, source.rows, ofRows);
  found.push(...withSeeMore(ofRows));
  return {
    partial: { ...partial, products: [product], found: [...shared.found, ...found] },
    ...{ product, found },
    fileHash: sha256(bytes ?? Buffer.alloc(0)),
  };
}

/**
 * Parses only the rows with the net prices and surcharges of a product, which must have no faults: those valid on the
 * content's day or, if the product is not available then, on the nearest day of its availability.
 */
export function readNetRows(
  { shared, tables, sourceOf }: OpenContent,
  name: ProductName,
  product: Partial<ProductContent>,
): WholeRows {
  const { rows } = sourceOf(name);
  const own = rows.map((each, at) => (isNetTable(tables[at]?.file ?? '') ? each : []));
  return rowsOn(withRows(shared, tables, own), shownDay(product, shared.day));
}

/**
 * Appends `fix this to see more` (`seeMore`) to the message of the last fault in each table of prices or surcharges:
 * rules that compare prices skip a product with a faulty row, and may report it once the row is correct.
 */
function withSeeMore(found: readonly Found[]): readonly Found[] {
  const last = new Map(found.map((each) => [each.fault.file, each]));
  return found.map((each) => {
    const { file, message } = each.fault;
    if (last.get(file) !== each || !file.startsWith('prices/')) return each;
    if (message.endsWith(seeMore)) return each;
    return { ...each, fault: { ...each.fault, message: `${message}; ${seeMore}` } };
  });
}

/**
 * Parses the table rows that `readProduct` does not parse: rows whose SKU has no product file, and the rows of
 * `active-products.csv`. Returns the shared content with only these rows (`partial`), and the faults of these rows
 * (`found`).
 */
export function readOtherRows(content: OpenContent): {
  readonly partial: PartialContent;
  readonly found: readonly Found[];
} {
  const { shared, tables } = content;
  const { found: faults, ...activeProducts } = readActiveProducts(content);
  const found = [...faults];
  return {
    partial: { ...withRows(shared, tables, content.strayRows(), found), activeProducts },
    found,
  };
}

/** Parses `active-products.csv`. Returns the rows without a fault, the rows with one, and the faults (`readRows`). */
export function readActiveProducts({ activeProducts }: Pick<OpenContent, 'activeProducts'>) {
  const { file, header } = activeProducts;
  return readRows({ file, header, schema: csvKinds[activeProductsFile] }, activeProducts.rows);
}

/**
 * Reads all rows in `variants.csv` of each product that probably has a part id or GTIN that another row has too. Keeps
 * size aliases as written.
 */
export function readRepeatedVariants({ variants }: OpenContent): PartialContent['variants'] {
  const { file, header } = variants;
  const skus = new Set(
    variantIds.flatMap(({ column, toCompared }) => [
      ...skusOfRepeatedCells(variants, column, toCompared),
    ]),
  );
  return readRows({ file, header, schema: variantRowSchema }, [...skus].flatMap(variants.rowsOf));
}

/**
 * Returns the bytes of the file at `path`. If it cannot be read, returns undefined and adds a fault to `found`;
 * `file` is its path within the content folder.
 */
function readOrReport(path: string, file: string, found: Found[]): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    found.push(unreadable(file, error));
    return undefined;
  }
}
