/** Prepares the price lists for rules: table by table, and by product and currency. */
import type { Currency } from '../../../contract/locales.ts';
import type { WithLine } from '../../content/content.ts';
import { type Dated, holdsOn, turningDays, type Validity } from '../../content/dates.ts';
import { groupBy } from '../../content/group-by.ts';
import type { PartialContent, PartialTable } from '../../content/partial-content.ts';
import type { PriceRow } from '../../content/schemas/tables.ts';
import { onceFor } from './once-for.ts';
import { rowsBySku } from './rows-of-products.ts';

/** Returns the tables of the MSRP and of the net prices of every tier. */
export function priceTables({ msrp, net }: PartialContent): readonly PartialTable<PriceRow>[] {
  return [msrp, ...net.values()];
}

/**
 * The rows of one product in one currency of a table that are valid on the same days; at least one.
 */
export interface Brackets {
  readonly file: string;
  readonly sku: string;
  readonly currency: Currency;
  /** The days on which they are valid. */
  readonly days: Validity;
  /** In the order of the file. */
  readonly rows: readonly WithLine<PriceRow>[];
  /** Sorted by quantity, the order in which brackets are served. */
  readonly sorted: readonly WithLine<PriceRow>[];
  /** True if a row of the product could not be read: it may be a bracket between these. */
  readonly doubtful: boolean;
}

/**
 * The brackets of every product and currency of a table: one entry, or with dates one for each period in
 * which the same rows are valid. Computed once per table.
 */
export const bracketsOf = onceFor((table: PartialTable<PriceRow>): readonly Brackets[] => {
  const brackets: Brackets[] = [];
  for (const [sku, ofProduct] of rowsBySku(table)) {
    const doubtful = table.doubtful.has(sku);
    for (const [currency, rows] of groupBy(ofProduct, (row) => row.currency)) {
      for (const { days, held } of periodsOf(rows)) {
        const sorted = sort(held);
        brackets.push({ file: table.file, sku, currency, days, rows: held, sorted, doubtful });
      }
    }
  }
  return brackets;
});

interface Period {
  readonly days: Validity;
  readonly held: readonly WithLine<PriceRow>[];
}

/** Returns the rows that are valid together; periods without rows are left out. */
function periodsOf(rows: readonly WithLine<PriceRow>[]): readonly Period[] {
  const turning = turningDays(rows);
  if (turning.length === 0) return [{ days: {}, held: rows }];
  // An empty text sorts before all days.
  return ['', ...turning]
    .map((from, index) => {
      const before = turning[index];
      const days = { ...(from && { from }), ...(before && { before }) };
      return { days, held: rows.filter((row) => holdsOn(row, from)) };
    })
    .filter(({ held }) => held.length > 0);
}

/** Returns true if the rows are valid on some days only. */
export function isDated({ days }: Brackets): boolean {
  return days.from !== undefined || days.before !== undefined;
}

/**
 * Returns true if two rows are valid for the same quantity on the same days, so that the correct one is
 * unknown.
 */
export function hasOverlap(brackets: Brackets): boolean {
  const { sorted } = brackets;
  return (
    isDated(brackets) && sorted.some((row, at) => row.minQuantity === sorted[at - 1]?.minQuantity)
  );
}

/**
 * Returns true if a quantity has prices before and after the days of some brackets, so that one between is
 * missing.
 */
export function isBetweenPrices(
  table: PartialTable<PriceRow>,
  { sku, currency, days }: Brackets,
  minQuantity: number,
): boolean {
  const rows = (rowsBySku(table).get(sku) ?? []).filter(
    (row) => row.currency === currency && row.minQuantity === minQuantity,
  );
  return areAround(rows, days);
}

/** Returns true if one row ends before some days, and another begins after them. */
export function areAround(rows: readonly Dated[], { from, before }: Validity): boolean {
  if (from === undefined || before === undefined) return false;
  return (
    rows.some(({ until }) => until !== undefined && until < from) &&
    rows.some((row) => row.from !== undefined && row.from >= before)
  );
}

/**
 * Returns the same list if it is already sorted, as nearly all are, because there may be a million.
 */
function sort(rows: readonly WithLine<PriceRow>[]): readonly WithLine<PriceRow>[] {
  const isSorted = rows.every(
    ({ minQuantity }, index) => minQuantity >= (rows[index - 1]?.minQuantity ?? 0),
  );
  return isSorted ? rows : [...rows].sort((a, b) => a.minQuantity - b.minQuantity);
}

/** Formats an amount as in tables, such as `18.50`. */
export function showPrice(price: number): string {
  return price.toFixed(2);
}
