/**
 * Lists the tables with rows of products (prices, surcharges, stock, variants), with the schemas of their rows, and
 * parses rows of these tables.
 */
import type { z } from 'zod';
import { readRows, type TableHead } from './csv.ts';
import type { Row } from './csv-rows.ts';
import type { Found } from './findings/finding.ts';
import { undefinedId } from './findings/relations.ts';
import type { PartialSharedContent } from './load-shared.ts';
import type { PartialContent, PartialTable } from './partial-content.ts';
import { csvKinds } from './schemas/kinds.ts';
import { rowsWithSizes } from './size-names.ts';

/**
 * A key of `csvKinds`: the path of a table, such as `inventory.csv`, or `prices/net-<tier>.csv` for all net price
 * tables.
 */
type CsvKind = keyof typeof csvKinds;

/** Path of the table of variants, which is optional. */
export const variantsFile = 'variants.csv' satisfies CsvKind;

/** Path of the table of active products. */
export const activeProductsFile = 'active-products.csv' satisfies CsvKind;

/** Path of the stock table. */
export const inventoryFile = 'inventory.csv' satisfies CsvKind;

const [msrpFile, surchargesFile] = ['prices/msrp.csv', 'prices/surcharges.csv'] as const;
const netKind = 'prices/net-<tier>.csv' satisfies CsvKind;
const netFile = (tier: string) => netKind.replace('<tier>', () => tier);
/** Returns the tiers of the net price tables among `files`: `['A3']` for `['prices/msrp.csv', 'prices/net-A3.csv']`. */
const tiersIn = (files: readonly string[]) => files.flatMap((file) => netTableTier(file) ?? []);

/** Returns the tier in the path of a table of net prices: `A3` for `prices/net-A3.csv`; undefined for other paths. */
export function netTableTier(file: string): string | undefined {
  return /^prices\/net-(.+)\.csv$/.exec(file)?.[1];
}

/** Returns true for the tables with net prices and surcharges. */
export function isNetTable(file: string): boolean {
  return file === surchargesFile || netTableTier(file) !== undefined;
}

/**
 * Returns the path within the content folder, and the schema of a row, of each table with rows of products,
 * `variants.csv` last. A returned path need not exist. There is one net price table for each tier of `catalogue.json`
 * or, if the tiers cannot be read, for each existing net price file.
 */
export function productTables(shared: PartialSharedContent): [file: string, schema: z.ZodObject][] {
  return [
    [msrpFile, csvKinds[msrpFile]],
    ...tiersOf(shared).map((tier): [string, z.ZodObject] => [netFile(tier), csvKinds[netKind]]),
    [surchargesFile, csvKinds[surchargesFile]],
    [inventoryFile, csvKinds[inventoryFile]],
    [variantsFile, csvKinds[variantsFile]],
  ];
}

/**
 * Adds to the fault about the missing price table of a tier that the tier was probably renamed, if exactly one table is
 * missing and exactly one of `files` belongs to no tier. `tables` are the paths of all tables.
 */
export function withRenamedTier(
  found: readonly Found[],
  tables: readonly string[],
  files: readonly string[],
): readonly Found[] {
  const [missing, ...others] = tables.filter((each) => netTableTier(each) && !files.includes(each));
  const [former, ...more] = files.filter((each) => netTableTier(each) && !tables.includes(each));
  const isRenamed = former !== undefined && others.length + more.length === 0;
  if (missing === undefined || !isRenamed) return found;
  const [tier, old] = [missing, former].map((each) => netTableTier(each) as string) as [
    string,
    string,
  ];
  const message = `is missing; add it or, if ${tier} is the new name of ${old}, rename ${former}, and ${old} in ${surchargesFile}`;
  const about = { explains: [undefinedId('tiers', old)] };
  return found.map((each) =>
    each.fault.file === missing ? { ...each, fault: { ...each.fault, message, about } } : each,
  );
}

/** Returns the tiers of `catalogue.json` or, if they cannot be read, those of the existing net price files. */
function tiersOf({ catalogue, files }: PartialSharedContent): readonly string[] {
  return catalogue.tiers?.all ?? tiersIn(files);
}

/**
 * Parses table rows of products. `rows[i]` are the rows of the table `tables[i]`. Returns the shared content with the
 * parsed rows in its tables (`msrp`, `net` …), in which sizes replace size aliases (`2XL` for `XXL`). `products` and
 * `activeProducts` of the result are empty. Adds the faults of the rows to `found`.
 */
export function withRows(
  shared: PartialSharedContent,
  tables: readonly TableHead[],
  rows: readonly (readonly Row[])[],
  found: Found[] = [],
): PartialContent {
  const read = <Shape extends z.ZodObject>(file: string, schema: Shape) => {
    const at = tables.findIndex((table) => table.file === file);
    const header = tables[at]?.header;
    const { found: faults, ...table } = readRows({ file, header, schema }, rows[at] ?? []);
    found.push(...faults);
    return table;
  };
  const withSizes = <Row extends { readonly size: string }>(table: PartialTable<Row>) => ({
    ...table,
    rows: rowsWithSizes(table.rows, shared.sizeNames),
    faulty: table.faulty.map((row) => ({
      ...row,
      cells: rowsWithSizes([row.cells], shared.sizeNames)[0] as typeof row.cells,
    })),
  });
  // The list of files, which gives the tiers while catalogue.json has a fault, is not sent to worker threads.
  const tiers = tiersIn(tables.map(({ file }) => file));
  return {
    ...shared,
    products: [],
    emptyTables: new Set(tables.flatMap(({ file, isEmpty }) => (isEmpty ? [file] : []))),
    msrp: read(msrpFile, csvKinds[msrpFile]),
    net: new Map(tiers.map((tier) => [tier, read(netFile(tier), csvKinds[netKind])])),
    surcharges: withSizes(read(surchargesFile, csvKinds[surchargesFile])),
    inventory: withSizes(read(inventoryFile, csvKinds[inventoryFile])),
    variants: withSizes(read(variantsFile, csvKinds[variantsFile])),
    activeProducts: { file: activeProductsFile, rows: [], readable: true, faulty: [] },
  };
}
