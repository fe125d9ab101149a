/**
 * Load: a content folder as units that can be read one by one. A unit is a product's file and its
 * rows; whether it is as it was can be told by its hash, without reading what it says.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { z } from 'zod';
import { compare } from '../compare.ts';
import type { Found } from '../findings/finding.ts';
import { columns } from '../rules/csv/columns.ts';
import { productSchema } from '../schemas/product.ts';
import type { Draft, ProductDraft, TableDraft } from './draft.ts';
import { loadShared, productFilesOf, tiersOf } from './load-shared.ts';
import { readProductTables } from './product-tables.ts';
import { readDocument, readSound } from './read-document.ts';
import { readRows } from './read-table.ts';
import { createReader } from './reader.ts';
import { splitTable, type TableText } from './table-text.ts';

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
   * False where the folder cannot be taken apart: a file cannot be read, or a row is no product's.
   * Then only reading it as a whole tells what is wrong, and the units are not to be believed.
   */
  readonly isSeparable: boolean;
  /** Reads units, with the shared content. Throws `ContentChangedError`. */
  draftOf(units: readonly SourceUnit[]): Promise<Draft>;
  /** The same, of units in which no error was found: their files are not looked through again. */
  soundDraftOf(units: readonly SourceUnit[]): Promise<Draft>;
}

/** A file was edited between its hash and its reading: what was made of both would not fit. */
export class ContentChangedError extends Error {
  override readonly name = 'ContentChangedError';
}

/** Opens a content folder. Faults of shared files are in `shared.found`; none are thrown. */
export async function openSource(folder: string): Promise<ContentSource> {
  const found: Found[] = [];
  const shared = await loadShared(folder, createReader(folder, found));
  const texts = new Map<string, TableText>();
  let isSeparable = true;
  const noRows = await readProductTables(tiersOf(shared), async (file, { shape }) => {
    const bytes = await readFile(join(folder, file)).catch(() => undefined);
    const text = bytes && splitTable(bytes);
    if (text && columns.find(text.header, Object.keys(shape)).length === 0) texts.set(file, text);
    else isSeparable = false;
    return { file, rows: [], readable: true, doubtful: new Set() };
  });
  const units = productFilesOf(shared).flatMap((file): SourceUnit[] => {
    const sku = basename(file, '.json');
    try {
      return [{ file, sku, hash: hashUnit(readFileSync(join(folder, file)), sku, texts) }];
    } catch {
      isSeparable = false;
      return [];
    }
  });
  const skus = new Set(units.map(({ sku }) => sku));
  for (const text of texts.values()) {
    for (const sku of text.skus()) if (!skus.has(sku)) isSeparable = false;
  }
  /** `readProduct` gives the product of a file, and adds what it finds to `faults`. */
  const draftWith = async (
    wanted: readonly SourceUnit[],
    readProduct: (unit: SourceUnit, bytes: Buffer, faults: Found[]) => ProductDraft,
  ): Promise<Draft> => {
    const faults: Found[] = [];
    const products = wanted.map((unit) => {
      const bytes = readFileSync(join(folder, unit.file));
      if (hashUnit(bytes, unit.sku, texts) === unit.hash) return readProduct(unit, bytes, faults);
      const message = `${unit.file} was edited while it was compiled; build again`;
      throw new ContentChangedError(message);
    });
    const tables = await readProductTables(tiersOf(shared), async (file, schema) => {
      const { found: wrong, ...table } = readUnits(file, schema, texts.get(file), wanted);
      faults.push(...wrong);
      return table;
    });
    return { ...shared, ...tables, found: [...found, ...faults], products };
  };
  return {
    folder,
    shared: { ...shared, ...noRows, found, products: [] },
    units: units.sort((a, b) => compare(a.sku, b.sku)),
    isSeparable,
    draftOf: (wanted) => draftWith(wanted, readWhole),
    soundDraftOf: (wanted) => draftWith(wanted, readAgain),
  };
}

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
  text: TableText | undefined,
  units: readonly SourceUnit[],
): TableDraft<z.infer<Shape>> & { readonly found: readonly Found[] } {
  if (text === undefined) {
    return { file, rows: [], readable: false, doubtful: new Set(), found: [] };
  }
  const rows = units.flatMap(({ sku }) => text.rowsOf(sku));
  return readRows({ file, header: text.header, schema }, rows);
}

function hashUnit(bytes: Buffer, sku: string, texts: ReadonlyMap<string, TableText>): string {
  const hash = createHash('sha256').update(bytes);
  for (const [file, text] of texts) {
    const rows = text.textOf(sku);
    // Which column is which is part of what a row says.
    if (rows !== '') hash.update(`\n${file} ${text.header.join()} ${rows.length}\n`).update(rows);
  }
  return hash.digest('hex');
}
