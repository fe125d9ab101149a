/**
 * Load: a content folder as units that can be read one by one. A unit is a product's file and its
 * rows; whether it is as it was can be told by its hash, without reading what it says.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { z } from 'zod';
import { ExpectedError } from '../../console/expected-error.ts';
import { compare } from './compare.ts';
import type { Draft, ProductDraft, TableDraft } from './draft.ts';
import type { Found } from './findings/finding.ts';
import { listContent } from './list-content.ts';
import { loadShared, productFilesOf, type SharedDraft, tiersOf } from './load-shared.ts';
import { readProductTables } from './product-tables.ts';
import { readDocument, readSound } from './read-document.ts';
import { readRows } from './read-table.ts';
import { createReader } from './reader.ts';
import { explainHeader } from './rules/csv-rules.ts';
import { productSchema } from './schemas/product.ts';
import { indexTable, type Slice, type TableIndex } from './table-index.ts';

/** Units that are read at once: enough to be quick, and a small part of a large catalogue. */
export const unitsAtOnce = 500;

/** A product's file and its rows of every table. */
export interface SourceUnit {
  readonly file: string;
  /** As the file is called. */
  readonly sku: string;
  /** SHA-256 over the bytes of the file and the text of the rows. */
  readonly hash: string;
}

export interface ContentSource {
  readonly folder: string;
  /** The content but for products and their rows. */
  readonly shared: Draft;
  /** Sorted by SKU. */
  readonly units: readonly SourceUnit[];
  /**
   * False where the folder cannot be taken apart: a file cannot be read, a row is no product's, or there is
   * a symbolic link.
   * Then only reading it as a whole tells what is wrong, and the units are not to be believed.
   */
  readonly isSeparable: boolean;
  /** Reads units, with the shared content. Throws `ContentChangedError`. */
  draftOf(units: readonly SourceUnit[]): Promise<Draft>;
  /** The same, of units in which no error was found: their files are not looked through again. */
  soundDraftOf(units: readonly SourceUnit[]): Promise<Draft>;
}

/** A file was edited between its hash and its reading: what was made of both would not fit. */
export class ContentChangedError extends ExpectedError {
  override readonly name = 'ContentChangedError';
}

/** Opens a content folder. Faults of shared files are in `shared.found`; none are thrown. */
export async function openSource(folder: string): Promise<ContentSource> {
  const found: Found[] = [];
  const listing = await listContent(folder);
  const shared = await loadShared(folder, createReader(folder, found, listing), listing);
  const { indexes, noRows, units, isSeparable } = await indexProducts(folder, shared);
  const draftWith = (wanted: readonly SourceUnit[], readProduct: ReadProduct): Promise<Draft> =>
    withTables(folder, indexes, async (tables) => {
      const faults: Found[] = [];
      const products = wanted.map((unit) => {
        const bytes = readFileSync(join(folder, unit.file));
        if (hashUnit(bytes, unit.sku, tables) === unit.hash)
          return readProduct(unit, bytes, faults);
        const message = `${unit.file} or its rows were edited while they were compiled; build again`;
        throw new ContentChangedError(message);
      });
      const rows = await readProductTables(tiersOf(shared), async (file, schema) => {
        const table = tables.find((each) => each.file === file);
        const { found: wrong, ...read } = readUnits(file, schema, table, wanted);
        faults.push(...wrong);
        return read;
      });
      return { ...shared, ...rows, found: [...found, ...faults], products };
    });
  return {
    folder,
    shared: { ...shared, ...noRows, found, products: [] },
    units,
    isSeparable,
    draftOf: (wanted) => draftWith(wanted, readWhole),
    soundDraftOf: (wanted) => draftWith(wanted, readAgain),
  };
}

/** Hashes every unit. Of the tables nothing is held but where rows are. */
async function indexProducts(folder: string, shared: SharedDraft) {
  const tables: IndexedTable[] = [];
  const hasLinks = shared.links.length > 0;
  let isSeparable = !hasLinks;
  const noRows = await readProductTables(tiersOf(shared), async (file, { shape }) => {
    const bytes = hasLinks ? undefined : await readFile(join(folder, file)).catch(() => undefined);
    const index = bytes && indexTable(bytes);
    if (index && explainHeader(index.header, Object.keys(shape)).faults.length === 0) {
      tables.push({ file, index, slice: (start, end) => bytes.toString('utf8', start, end) });
    } else isSeparable = false;
    return { file, rows: [], readable: true, doubtful: new Set() };
  });
  const units = productFilesOf(shared).flatMap((file): SourceUnit[] => {
    const sku = basename(file, '.json');
    try {
      return [{ file, sku, hash: hashUnit(readFileSync(join(folder, file)), sku, tables) }];
    } catch {
      isSeparable = false;
      return [];
    }
  });
  const skus = new Set(units.map(({ sku }) => sku));
  for (const { index } of tables) {
    for (const sku of index.skus()) if (!skus.has(sku)) isSeparable = false;
  }
  const indexes = new Map(tables.map(({ file, index }) => [file, index]));
  return { indexes, noRows, units: units.sort((a, b) => compare(a.sku, b.sku)), isSeparable };
}

/** A table whose rows can be read. */
interface IndexedTable {
  readonly file: string;
  readonly index: TableIndex;
  readonly slice: Slice;
}

/** Does some work with the tables open. Their bytes are read when they are wanted, and not held. */
async function withTables<Result>(
  folder: string,
  indexes: ReadonlyMap<string, TableIndex>,
  work: (tables: readonly IndexedTable[]) => Promise<Result>,
): Promise<Result> {
  const open: number[] = [];
  try {
    const tables = Array.from(indexes, ([file, index]) => {
      const descriptor = openSync(join(folder, file), 'r');
      open.push(descriptor);
      return { file, index, slice: sliceOf(descriptor) };
    });
    return await work(tables);
  } finally {
    for (const descriptor of open) closeSync(descriptor);
  }
}

/** Each piece is read once, so that the bytes that are understood are those that were hashed. */
function sliceOf(descriptor: number): Slice {
  const known = new Map<number, string>();
  return (start, end) => {
    const before = known.get(start);
    if (before !== undefined) return before;
    const bytes = Buffer.allocUnsafe(end - start);
    // Fewer where the file was cut meanwhile: then the hash is not that of the unit.
    const text = bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, start));
    known.set(start, text);
    return text;
  };
}

/** Gives the product of a file, and adds what it finds to `faults`. */
type ReadProduct = (unit: SourceUnit, bytes: Buffer, faults: Found[]) => ProductDraft;

function readWhole({ file, sku }: SourceUnit, bytes: Buffer, faults: Found[]): ProductDraft {
  const { value, whole, found } = readDocument(file, bytes, productSchema);
  faults.push(...found);
  return { file, sku: value.sku ?? sku, product: value, whole };
}

function readAgain({ file, sku }: SourceUnit, bytes: Buffer): ProductDraft {
  return { file, sku, product: readSound<typeof productSchema>(bytes), whole: true };
}

function readUnits<Shape extends z.ZodObject>(
  file: string,
  schema: Shape,
  table: IndexedTable | undefined,
  units: readonly SourceUnit[],
): TableDraft<z.infer<Shape>> & { readonly found: readonly Found[] } {
  if (table === undefined) {
    return { file, rows: [], readable: false, doubtful: new Set(), found: [] };
  }
  const { index, slice } = table;
  const rows = units.flatMap(({ sku }) => index.rowsOf(sku, slice));
  return readRows({ file, header: index.header, schema }, rows);
}

function hashUnit(bytes: Buffer, sku: string, tables: readonly IndexedTable[]): string {
  const hash = createHash('sha256').update(bytes);
  for (const { file, index, slice } of tables) {
    const rows = index.textOf(sku, slice);
    // Which column is which is part of what a row says.
    if (rows !== '') hash.update(`\n${file} ${index.header.join()} ${rows.length}\n`).update(rows);
  }
  return hash.digest('hex');
}
