/** Groups the rows of price lists by product, currency and period, for the rules about prices. */
import type { Currency } from '../../../contract/locales.ts';
import type { WithLine } from '../../content/content.ts';
import {
  boundaryDays,
  type DateRange,
  type Day,
  isInRange,
  isReversed,
  type Validity,
} from '../../content/dates.ts';
import { groupBy } from '../../content/group-by.ts';
import type { PartialContent, PartialTable } from '../../content/partial-content.ts';
import type { PriceRow } from '../../content/schemas/tables.ts';
import { memoize } from './memoize.ts';
import { hasFaultyRow, rowsBySku, withFaultyRows } from './rows-of-products.ts';

/**
 * Returns all price tables of the content: the MSRP table, then the table of net prices of each tier.
 */
export function priceTables({ msrp, net }: PartialContent): readonly PartialTable<PriceRow>[] {
  return [msrp, ...net.values()];
}

/**
 * The columns of a price table that say to what a price applies: to which product, currency, quantities and days. Some
 * rules need only these, and not the price.
 */
const bracketColumns = ['sku', 'currency', 'minQuantity', 'from', 'until'] as const;

/** A price row without its prices: only the cells in `bracketColumns`. */
export type BracketRow = Pick<PriceRow, (typeof bracketColumns)[number]>;

/**
 * Returns all price tables for rules that do not read prices. Unlike `priceTables`, includes rows in which only a price
 * is invalid, so that these rules find other mistakes in them.
 */
export function bracketTables(content: PartialContent): readonly PartialTable<BracketRow>[] {
  return priceTables(content).map((table) => withFaultyRows(table, bracketColumns));
}

/**
 * A period, and the price rows (brackets) of one product in one table and currency that are valid in it. There is at
 * least one row. A row that is valid in several periods is in the brackets of each.
 */
export interface Brackets<Row extends BracketRow = PriceRow> {
  readonly file: string;
  readonly sku: string;
  readonly currency: Currency;
  /** The period in which these rows, and no others of the product in this table and currency, are valid. */
  readonly days: Validity;
  /** The rows in the order of the file. */
  readonly rows: readonly WithLine<Row>[];
  /** The rows sorted by quantity, as they are served. */
  readonly sorted: readonly WithLine<Row>[];
  /** True if a row of the product could not be read or has reversed dates: a bracket may be missing. */
  readonly doubtful: boolean;
}

/**
 * Returns the price rows of a table in groups, one for each product, currency and period in which the same rows are valid.
 * Omits periods without rows. Computed once per table.
 */
export function bracketsOf<Row extends BracketRow>(
  table: PartialTable<Row>,
): readonly Brackets<Row>[] {
  return memoizedBracketsOf(table) as readonly Brackets<BracketRow>[] as readonly Brackets<Row>[];
}

const memoizedBracketsOf = memoize((table: PartialTable<BracketRow>) => {
  const brackets: Brackets<BracketRow>[] = [];
  for (const [sku, ofProduct] of rowsBySku(table)) {
    const doubtful = isDoubtful(table, sku);
    for (const [currency, rows] of groupBy(ofProduct, (row) => row.currency)) {
      for (const period of periodsOf(rows)) {
        const sorted = sort(period.rows);
        brackets.push({ file: table.file, sku, currency, ...period, sorted, doubtful });
      }
    }
  }
  return brackets;
});

/**
 * Returns SKU → number of price rows that are the first of a price list (`bracketsOf`), the one with the lowest quantity.
 * A row that is the first in several periods counts once.
 */
export const firstRowCountsOf = memoize((content: PartialContent): ReadonlyMap<string, number> => {
  const rows = new Map<string, Set<string>>();
  for (const { sku, file, sorted } of bracketTables(content).flatMap(bracketsOf)) {
    const ofProduct = rows.get(sku) ?? new Set();
    rows.set(sku, ofProduct.add(`${file}:${sorted[0]?.line}`));
  }
  return new Map(Array.from(rows, ([sku, { size }]) => [sku, size]));
});

/**
 * Returns true if the days on which a product has a price are uncertain: one of its rows in the table could not be
 * read, or has a last day that is before its first day.
 */
export function isDoubtful(table: PartialTable<BracketRow>, sku: string): boolean {
  return hasFaultyRow(table, sku) || (rowsBySku(table).get(sku) ?? []).some(isReversed);
}

/** A period and the rows that are valid in it. */
interface Period<Row> {
  readonly days: Validity;
  readonly rows: readonly Row[];
}

/**
 * Divides time into periods on whose days the same rows are valid. Returns each period with its rows; omits periods
 * without rows.
 */
function periodsOf<Row extends BracketRow>(rows: readonly Row[]): readonly Period<Row>[] {
  const boundaries = boundaryDays(rows);
  if (boundaries.length === 0) return [{ days: {}, rows }];
  // An empty text sorts before all days.
  return ['', ...boundaries]
    .map((from, index) => {
      const before = boundaries[index];
      const days = { ...(from && { from }), ...(before && { before }) };
      return { days, rows: rows.filter((row) => isInRange(row, from)) };
    })
    .filter((period) => period.rows.length > 0);
}

/** Returns true if the period in which the rows are valid has a first day or an end. */
export function isDated({ days }: Pick<Brackets, 'days'>): boolean {
  return days.from !== undefined || days.before !== undefined;
}

/**
 * Returns true if a period with a first day or an end has one quantity twice: the correct price is unknown, and
 * `price/overlapping-dates` reports it.
 */
export function hasOverlap(brackets: Brackets): boolean {
  const { sorted } = brackets;
  return (
    isDated(brackets) && sorted.some((row, at) => row.minQuantity === sorted[at - 1]?.minQuantity)
  );
}

/** Returns the rows of `table` for one product, currency and minimum quantity, with any dates. */
export function rowsFrom(
  table: PartialTable<BracketRow>,
  { sku, currency }: Pick<Brackets, 'sku' | 'currency'>,
  minQuantity: number,
): readonly WithLine<BracketRow>[] {
  return (rowsBySku(table).get(sku) ?? []).filter(
    (row) => row.currency === currency && row.minQuantity === minQuantity,
  );
}

/**
 * Returns true if one of the rows ends before the given period and another begins after it: a gap, which `price/gap`
 * reports, unless some row is valid in it. Returns false for a period that lacks a first day or an end.
 */
export function areAround(rows: readonly DateRange[], { from, before }: Validity): boolean {
  if (from === undefined || before === undefined) return false;
  return (
    rows.some(({ until }) => until !== undefined && until < from) &&
    rows.some((row) => row.from !== undefined && row.from >= before)
  );
}

/** Returns true if the last day of a price is before a day. */
export function endsBefore({ until }: DateRange, day: Day): boolean {
  return until !== undefined && until < day;
}

/**
 * Of the rows that end before `day`, returns the one with the latest end. If there is none, returns the row that begins
 * first; a row without a first day begins before all others. `rows` must not be empty.
 */
export function nearest<Row extends DateRange>(rows: readonly Row[], day: Day): Row {
  const ended = rows.filter((row) => endsBefore(row, day));
  const [first] = rows.toSorted((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1));
  const last = ended.toSorted((a, b) => ((a.until ?? '') < (b.until ?? '') ? -1 : 1)).at(-1);
  return (last ?? first) as Row;
}

/**
 * Returns the rows sorted by quantity. Rows that are already sorted, as nearly all are, are not copied,
 * because a table may have a million rows.
 */
function sort<Row extends BracketRow>(rows: readonly Row[]): readonly Row[] {
  const isSorted = rows.every(
    ({ minQuantity }, index) => minQuantity >= (rows[index - 1]?.minQuantity ?? 0),
  );
  return isSorted ? rows : [...rows].sort((a, b) => a.minQuantity - b.minQuantity);
}

/** Formats an amount with two decimals, as in price tables: `18.50` for 18.5. */
export function formatPrice(price: number): string {
  return price.toFixed(2);
}
