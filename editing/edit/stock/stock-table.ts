/** Edits the rows of `inventory.csv` by variant and location. */
import { compare } from '../../../build/content/compare.ts';
import type { SizeNames } from '../../../build/content/size-names.ts';
import type { EditableTable, TableRow } from '../../text/csv-text.ts';
import { nameOf, type Variant, type VariantFinder } from './find-variant.ts';
import type { Mismatch } from './name-parts.ts';

/** A number of pieces of a variant at a location. The location is an empty string if stock is not kept by location. */
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
  /** The value of `--as-of`: the time of the count (ISO 8601). Undefined if the user does not set it. */
  readonly asOf: string | undefined;
  /** True if the user names locations, by `--location` or by `--map location=COLUMN`. */
  readonly namesLocations: boolean;
}

/** The change of a row of `inventory.csv`. */
export interface StockChange {
  readonly variant: Variant;
  readonly location: string;
  readonly before: string | undefined;
  readonly after: string;
  /** True if the row had no location and gets one. */
  readonly isMoved: boolean;
  /** True if the quantity changes but the `as_of` cell of the row keeps the time of an earlier count. */
  readonly isOutdated: boolean;
}

/** The rows of `inventory.csv`, and the methods that write counts to them. */
export interface StockTable {
  /** Returns true if the stock of a variant is kept by location, which means that one of its rows has a location. */
  isByLocation(variant: Variant): boolean;
  /** Writes a count to the row of its variant and location, and returns the change. */
  put(count: Count): StockChange | Mismatch;
  /** Adds a row for each count for which `put` found no row. The new rows of a product follow its last row. */
  addMissing(): void;
  /** Returns the number of rows without a count, and of products of which this is true of all rows. */
  untouched(): { readonly rows: number; readonly products: number };
}

const locationOf = (row: TableRow) => row.cells['location'] ?? '';

/** Returns the methods that write counts to `table`, the opened `inventory.csv`. */
export function createStockTable(
  table: EditableTable,
  finder: VariantFinder,
  {
    sizeNames,
    locations,
    mode,
  }: {
    readonly sizeNames: SizeNames;
    /** Ids of locations in display order. */
    readonly locations: readonly string[];
    readonly mode: CountMode;
  },
): StockTable {
  const rows = [...table.rows];
  const ofVariant = new Map<string, TableRow[]>();
  const lastOf = new Map<string, TableRow>();
  const locatedProducts = new Set<string>();
  for (const row of rows) {
    const { sku = '', color = '', size = '' } = row.cells;
    const name = nameOf({ sku, color, size: sizeNames.get(size) ?? size });
    ofVariant.set(name, [...(ofVariant.get(name) ?? []), row]);
    lastOf.set(sku, row);
    if (locationOf(row) !== '') locatedProducts.add(sku);
  }
  const touched = new Map<string, number>();
  const missing: Count[] = [];
  const asOf = mode.asOf === undefined ? {} : { as_of: mode.asOf };
  const change = (row: TableRow, count: Count, after: string): StockChange => {
    const { sku = '', quantity: before = '', as_of: countedAt = '' } = row.cells;
    const isMoved = locationOf(row) !== count.location;
    const cells = {
      quantity: after,
      ...(isMoved && { location: count.location }),
      ...asOf,
    };
    table.addColumns(Object.keys(cells));
    const changed = table.change(row, cells);
    const name = nameOf(count.variant);
    ofVariant.set(
      name,
      (ofVariant.get(name) ?? []).map((each) => (each === row ? changed : each)),
    );
    if (lastOf.get(sku) === row) lastOf.set(sku, changed);
    touched.set(sku, (touched.get(sku) ?? 0) + 1);
    const isOutdated = mode.asOf === undefined && countedAt !== '' && before !== after;
    return { ...count, before, after, isMoved, isOutdated };
  };
  return {
    isByLocation(variant) {
      const own = ofVariant.get(nameOf(variant));
      if (own !== undefined) return own.some((row) => locationOf(row) !== '');
      if (lastOf.has(variant.sku)) return locatedProducts.has(variant.sku);
      return table.columns.includes('location');
    },
    put(count) {
      const { variant, location, quantity } = count;
      const own = ofVariant.get(nameOf(variant)) ?? [];
      const row = own.find((each) => locationOf(each) === location) ?? findRowToMove(own, mode);
      if (row === undefined && own.length > 0) {
        const problem = explainLocation(own, location);
        if (problem !== undefined) return { problem };
      }
      const { quantity: cell = '0' } = row?.cells ?? {};
      if (mode.adds && !/^\d+$/.test(cell)) {
        return {
          problem: `its stock "${cell}" in line ${row?.line} of inventory.csv is not a number`,
        };
      }
      const sum = mode.adds ? Number(cell) + quantity : quantity;
      if (sum < 0) return { problem: `${cell} and ${quantity} add up to less than 0` };
      const after = String(sum);
      if (row !== undefined) return change(row, count, after);
      missing.push({ variant, location, quantity });
      return { variant, location, before: undefined, after, isMoved: false, isOutdated: false };
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
        const before = lastOf.has(variant.sku)
          ? variant.sku
          : rows.findLast((row) => (row.cells['sku'] ?? '') < variant.sku)?.cells['sku'];
        const cells = {
          ...{ ...variant, quantity: String(quantity) },
          ...(location !== '' && { location }),
          ...asOf,
        };
        table.addColumns(Object.keys(cells));
        table.add(cells, before === undefined ? 'start' : lastOf.get(before));
      }
    },
    untouched() {
      const others = rows.filter((row) => !touched.has(row.cells['sku'] ?? ''));
      const written = [...touched.values()].reduce((sum, count) => sum + count, 0);
      const products = new Set(others.map((row) => row.cells['sku'])).size;
      return { rows: rows.length - written, products };
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
  if (location === '') {
    return `its stock is at ${known.join(' and ')}; name one of them with --location or in a column`;
  }
  if (!known.includes('')) return undefined;
  return 'its stock has no location yet; replace it (--set), or leave the location out';
}
