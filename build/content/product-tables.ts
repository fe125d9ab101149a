/** The tables with rows of products: prices, surcharges, stock, variants. */
import type { z } from 'zod';
import { readRows, type TableHead } from './csv.ts';
import type { Row } from './csv-rows.ts';
import type { Fault, Found } from './findings/finding.ts';
import { undefinedId } from './findings/relations.ts';
import type { PartialContent, PartialShared, PartialTable } from './partial-content.ts';
import { csvKinds } from './schemas/kinds.ts';
import { rowWithSize } from './size-names.ts';

type CsvKind = keyof typeof csvKinds;

/** Path of the table of public prices. */
export const msrpFile = 'prices/msrp.csv' satisfies CsvKind;
const netKind = 'prices/net-<tier>.csv' satisfies CsvKind;
/** Path of the table of surcharges. */
export const surchargesFile = 'prices/surcharges.csv' satisfies CsvKind;
/** Path of the stock table. */
export const inventoryFile = 'inventory.csv' satisfies CsvKind;
/** Path of the table of variants, which is optional. */
export const variantsFile = 'variants.csv' satisfies CsvKind;
/** Path of the table of active products, which has no part in documents of products. */
export const activeProductsFile = 'active-products.csv' satisfies CsvKind;

/** Returns the path of the table of net prices of a tier. */
export const netFile = (tier: string) => netKind.replace('<tier>', () => tier);

/** Returns the tier in the path of a table of net prices: `A3` for `prices/net-A3.csv`; undefined for other paths. */
export function netTableTier(file: string): string | undefined {
  return /^prices\/net-(.+)\.csv$/.exec(file)?.[1];
}

/** Returns true for the tables with net prices and surcharges. */
export function isNetTable(file: string): boolean {
  return file === surchargesFile || netTableTier(file) !== undefined;
}

/** Returns the schema of the rows of a table. */
export function rowSchemaOf(file: string): z.ZodObject {
  return csvKinds[netTableTier(file) === undefined ? (file as CsvKind) : netKind];
}

/**
 * Returns the paths of the tables with rows of products, `variants.csv` last; they need not exist. Without readable
 * tiers in `catalogue.json`, there is a net price table for each existing file.
 */
export function productTables({ catalogue, files }: PartialShared): readonly string[] {
  const tiers = catalogue.tiers?.all ?? files.flatMap((file) => netTableTier(file) ?? []);
  return [msrpFile, ...tiers.map(netFile), surchargesFile, inventoryFile, variantsFile];
}

/**
 * Returns the fault of a missing price table whose tier was probably renamed, because it is the only missing one, and
 * exactly one of `files` belongs to no tier.
 */
export function findRenamedTier(
  tables: readonly string[],
  files: readonly string[],
): Fault | undefined {
  const [file, ...others] = tables.filter((each) => netTableTier(each) && !files.includes(each));
  const [former, ...more] = files.filter((each) => netTableTier(each) && !tables.includes(each));
  if (file === undefined || former === undefined || others.length + more.length > 0) return;
  const [tier, old = ''] = [file, former].map(netTableTier);
  const message = `is missing; add it or, if ${tier} is the new name of ${old}, rename ${former}, and ${old} in ${surchargesFile}`;
  return { file, message, about: { explains: [undefinedId('tiers', old)] } };
}

/**
 * Parses table rows of products; `rows[i]` are those of `tables[i]`. Returns the shared content with the parsed rows, in
 * which sizes replace size aliases. Adds the faults of the rows to `found`.
 */
export function withRows(
  shared: PartialShared,
  tables: readonly TableHead[],
  rows: readonly (readonly Row[])[],
  found: Found[] = [],
): PartialContent {
  const read = <Kind extends CsvKind>(kind: Kind, file: string = kind) => {
    const at = tables.findIndex((table) => table.file === file);
    const { header } = tables[at] ?? {};
    const { found: faults, ...table } = readRows(
      { file, header, schema: csvKinds[kind] },
      rows[at] ?? [],
    );
    found.push(...faults);
    return table;
  };
  const withSizes = <Each extends { readonly size: string }>(table: PartialTable<Each>) => ({
    ...table,
    rows: table.rows.map((row) => rowWithSize(row, shared.sizeNames)),
    faulty: table.faulty.map((row) => ({
      ...row,
      cells: rowWithSize<Partial<Each>>(row.cells, shared.sizeNames),
    })),
  });
  // The list of files, which may give the tiers, is not sent to worker threads.
  const tiers = tables.flatMap(({ file }) => netTableTier(file) ?? []);
  return {
    ...shared,
    products: [],
    msrp: read(msrpFile),
    net: new Map(tiers.map((tier) => [tier, read(netKind, netFile(tier))])),
    surcharges: withSizes(read(surchargesFile)),
    inventory: withSizes(read(inventoryFile)),
    variants: withSizes(read(variantsFile)),
    activeProducts: { file: activeProductsFile, rows: [], readable: true, faulty: [] },
    tables: [],
  };
}
