/** Edits the rows of `inventory.csv` by variant and location. */
import { compare } from '../../../build/content/compare.ts';
import { groupBy } from '../../../build/content/group-by.ts';
import type { SizeNames } from '../../../build/content/size-names.ts';
import type { EditableTable, TableRow } from '../../text/csv-text.ts';
import { nameOf, type Variant, type VariantFinder } from './find-variant.ts';
import type { Mismatch } from './name-parts.ts';

/** A number of pieces of a variant at a location; the location is empty if stock is not kept by location. */
export interface Count {
  readonly variant: Variant;
  readonly location: string;
  /** The pieces in stock or, with `--add`, the pieces to add; negative to subtract. */
  readonly quantity: number;
}

/** How `edit stock` applies counts to `inventory.csv`. */
export interface CountMode {
  /** True if quantities are added to existing ones, false if they replace them. */
  readonly adds: boolean;
  /** The time of the count (ISO 8601); undefined if the user does not set it. */
  readonly asOf: string | undefined;
  /** True if the user names locations; a count then gives its location to the only row of its variant. */
  readonly namesLocations: boolean;
}

/** The change of a row of `inventory.csv`. */
export interface StockChange {
  readonly variant: Variant;
  readonly location: string;
  /** The cell before, which may be any text; undefined for a new row. */
  readonly before: string | undefined;
  readonly after: string;
  readonly isMoved: boolean;
  /** True if the quantity changes but the row keeps the time of an earlier count. */
  readonly isOutdated: boolean;
}

/** The rows of `inventory.csv`, and the methods that write counts to them. */
export interface StockTable {
  /** Returns true if a row of the variant, or else of its product, has a location; without rows, if the table can. */
  isByLocation(variant: Variant): boolean;
  /** Writes a count to its row, or keeps it for `addMissing`. Returns a `Mismatch` if it cannot be written. */
  put(count: Count): StockChange | Mismatch;
  /** Adds the missing rows: after those of their product, sorted by colour, size and location. */
  addMissing(): void;
  /** Returns the number of rows without a count, and of products of which this is true of all rows. */
  untouched(): { readonly rows: number; readonly products: number };
}

const locationOf = (row: TableRow) => row.cells['location'] ?? '';
const skuOf = (row: TableRow) => row.cells['sku'] ?? '';

/** Returns the methods that write counts to the opened `inventory.csv`. `locations` are in display order. */
export function createStockTable(
  table: EditableTable,
  finder: VariantFinder,
  options: {
    readonly sizeNames: SizeNames;
    readonly locations: readonly string[];
    readonly mode: CountMode;
  },
): StockTable {
  const { sizeNames, locations, mode } = options;
  const rows = [...table.rows];
  const ofVariant = groupBy(rows, ({ cells: { sku = '', color = '', size = '' } }) =>
    nameOf({ sku, color, size: sizeNames.get(size) ?? size }),
  );
  const lastOf = new Map(rows.map((row) => [skuOf(row), row]));
  const located = new Set(rows.filter((row) => locationOf(row) !== '').map(skuOf));
  const touched = new Map<string, number>();
  const missing: Count[] = [];
  const asOf = mode.asOf === undefined ? {} : { as_of: mode.asOf };
  const change = (row: TableRow, count: Count, after: string): StockChange => {
    const { quantity: before = '', as_of: countedAt = '' } = row.cells;
    const isMoved = locationOf(row) !== count.location;
    const cells = { quantity: after, ...(isMoved && { location: count.location }), ...asOf };
    table.addColumns(Object.keys(cells));
    const changed = table.change(row, cells);
    const [sku, own] = [skuOf(row), ofVariant.get(nameOf(count.variant)) ?? []];
    own[own.indexOf(row)] = changed;
    if (lastOf.get(sku) === row) lastOf.set(sku, changed);
    touched.set(sku, (touched.get(sku) ?? 0) + 1);
    const isOutdated = mode.asOf === undefined && countedAt !== '' && before !== after;
    return { ...count, before, after, isMoved, isOutdated };
  };
  return {
    isByLocation(variant) {
      const own = ofVariant.get(nameOf(variant));
      if (own !== undefined) return own.some((row) => locationOf(row) !== '');
      if (lastOf.has(variant.sku)) return located.has(variant.sku);
      return table.columns.includes('location');
    },
    put(count) {
      const { variant, location, quantity } = count;
      const own = ofVariant.get(nameOf(variant)) ?? [];
      const row = own.find((each) => locationOf(each) === location) ?? findRowToMove(own, mode);
      const misplaced = row === undefined ? explainLocation(own, location) : undefined;
      if (misplaced !== undefined) return { problem: misplaced };
      const { quantity: cell = '0' } = row?.cells ?? {};
      if (mode.adds && !/^\d+$/.test(cell)) {
        return {
          problem: `its stock "${cell}" in line ${row?.line} of inventory.csv is not a number`,
        };
      }
      const sum = mode.adds ? Number(cell) + quantity : quantity;
      if (sum < 0) return { problem: `${cell} and ${quantity} add up to less than 0` };
      if (row !== undefined) return change(row, count, String(sum));
      missing.push(count);
      const flags = { before: undefined, isMoved: false, isOutdated: false };
      return { variant, location, after: String(sum), ...flags };
    },
    addMissing() {
      const rankOf = ({ variant: { sku, color, size }, location }: Count) => {
        const { colors, sizes } = finder.orderOf(sku);
        return [colors.indexOf(color), sizes.indexOf(size), locations.indexOf(location)];
      };
      const ranked = missing.map((count) => ({ count, rank: rankOf(count) }));
      ranked.sort(
        (a, b) =>
          compare(a.count.variant.sku, b.count.variant.sku) ||
          a.rank.reduce((order, rank, at) => order || compare(rank, b.rank[at] ?? 0), 0),
      );
      // Backwards, because each row is added directly after one that the table had when it was opened.
      for (const { count } of ranked.reverse()) {
        const { variant, location, quantity } = count;
        const before = rows.findLast((row) => skuOf(row) < variant.sku);
        const cells = {
          ...{ ...variant, quantity: String(quantity) },
          ...(location !== '' && { location }),
          ...asOf,
        };
        table.addColumns(Object.keys(cells));
        table.add(cells, lastOf.get(variant.sku) ?? (before ? lastOf.get(skuOf(before)) : 'start'));
      }
    },
    untouched() {
      const others = rows.filter((row) => !touched.has(skuOf(row)));
      const written = [...touched.values()].reduce((sum, count) => sum + count, 0);
      return { rows: rows.length - written, products: new Set(others.map(skuOf)).size };
    },
  };
}

/** Returns the row to which a count may give its location: the only one of its variant, without location. */
function findRowToMove(own: readonly TableRow[], { adds, namesLocations }: CountMode) {
  const [only] = own;
  const isFree = own.length === 1 && only !== undefined && locationOf(only) === '';
  return isFree && namesLocations && !adds ? only : undefined;
}

/** Returns why a row for `location` cannot be added beside the others of its variant, or undefined. */
function explainLocation(own: readonly TableRow[], location: string): string | undefined {
  const known = own.map(locationOf);
  if (own.length === 0) return undefined;
  if (location === '') {
    return `its stock is at ${known.join(' and ')}; name one of them with --location or in a column`;
  }
  if (!known.includes('')) return undefined;
  return 'its stock has no location yet; replace it (--set), or leave the location out';
}
