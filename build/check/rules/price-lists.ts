/** Divides the price rows of a product into lists, and each list into periods in which the same prices are valid. */
import type { Currency } from '../../../contract/locales.ts';
import { compare } from '../../content/compare.ts';
import type { WithLine } from '../../content/content.ts';
import {
  boundaryDays,
  type DateRange,
  type Day,
  isInRange,
  isReversed,
} from '../../content/dates.ts';
import type { Fault } from '../../content/findings/finding.ts';
import { groupBy } from '../../content/group-by.ts';
import type { PartialContent, PartialTable } from '../../content/partial-content.ts';
import type { PriceRow } from '../../content/schemas/tables.ts';
import { memoize } from './memoize.ts';
import { hasFaultyRow, priceTables, rowsBySku, withFaultyRows } from './rows-of-products.ts';
import type { ContentRule, Product } from './rule.ts';

/** The columns that say to what a price applies. */
const bracketColumns = ['sku', 'currency', 'minQuantity', 'from', 'until'] as const;

/** A price row without its prices. */
export type BracketRow = WithLine<Pick<PriceRow, (typeof bracketColumns)[number]>>;
/** A price row without its regular price. */
export type PricedRow = BracketRow & Pick<PriceRow, 'price'>;

/** The rows (brackets) of a product in one price table and currency. */
export interface PriceList<Row = BracketRow> {
  readonly file: string;
  readonly sku: string;
  readonly currency: Currency;
  readonly rows: readonly Row[];
  /** The rows of the product in the table, in every currency. */
  readonly ofProduct: readonly Row[];
  /** True if a row of the product could not be read or has reversed dates: a bracket may be missing. */
  readonly doubtful: boolean;
  /** All time, in periods on whose days the same rows are valid. */
  readonly periods: readonly Period<Row>[];
}

/** A period, from the day `from` to the day before `before`, and the rows of a price list that are valid in it. */
export interface Period<Row = BracketRow> {
  /** Empty, which sorts before all days, if the period has no beginning. */
  readonly from: Day;
  /** Undefined if the period has no end. */
  readonly before: Day | undefined;
  /** In the order of the file. */
  readonly rows: readonly Row[];
  /** In the order of quantities. */
  readonly sorted: readonly Row[];
}

const listsOf = memoize((table: PartialTable<BracketRow>): readonly PriceList[] =>
  [...rowsBySku(table)].flatMap(([sku, ofProduct]) =>
    Array.from(
      groupBy(ofProduct, (row) => row.currency),
      ([currency, rows]) => {
        const doubtful = hasFaultyRow(table, sku) || rows.some(isReversed);
        const periods = periodsOf(rows);
        return { file: table.file, sku, currency, rows, ofProduct, doubtful, periods };
      },
    ),
  ),
);

function periodsOf(rows: readonly BracketRow[]): readonly Period[] {
  return ['', ...boundaryDays(rows)].map((from, index, days) => {
    const valid = rows.filter((row) => isInRange(row, from));
    const sorted = valid.toSorted((a, b) => a.minQuantity - b.minQuantity);
    return { from, before: days[index + 1], rows: valid, sorted };
  });
}

/** Returns the price lists of a table without the prices, so that rows of which only a price is invalid are included. */
function bracketLists(table: PartialTable<PriceRow>): readonly PriceList[] {
  return listsOf(withFaultyRows(table, bracketColumns) as PartialTable<BracketRow>);
}

/** Returns the price lists of a table. Computed once per table, unless it has faulty rows. */
export function priceLists(table: PartialTable<PriceRow>): readonly PriceList<PricedRow>[] {
  const columns = [...bracketColumns, 'price'] as const;
  return listsOf(
    withFaultyRows(table, columns) as PartialTable<PricedRow>,
  ) as readonly PriceList<PricedRow>[];
}

/** Returns the `bracketLists` of a product in all price tables. */
export function bracketListsOf(sku: string, content: PartialContent): readonly PriceList[] {
  const lists = priceTables(content).flatMap(bracketLists);
  return lists.filter((list) => list.sku === sku);
}

/** Returns the `check` method of a rule about each period of each price list. */
export function checkEachPeriod(
  check: (period: Period, list: PriceList) => Iterable<Omit<Fault, 'file'>>,
): ContentRule['check'] {
  return function* (content) {
    for (const list of priceTables(content).flatMap(bracketLists)) {
      for (const period of list.periods) {
        for (const fault of check(period, list)) yield { file: list.file, ...fault };
      }
    }
  };
}

/**
 * Returns the `check` method of a rule about the prices of neighbouring brackets. Skips quantities with two prices, which
 * `price/bracket-order` and `price/overlapping-dates` report.
 */
export function checkNeighbours(
  check: (
    before: PricedRow,
    row: PricedRow,
    list: PriceList<PricedRow>,
  ) => Omit<Fault, 'file'> | undefined,
): ContentRule['check'] {
  return function* (content) {
    for (const list of priceTables(content).flatMap(priceLists)) {
      for (const { sorted } of list.periods) {
        const quantityAt = (at: number) => sorted[at]?.minQuantity;
        const single = sorted.filter(
          ({ minQuantity }, at) =>
            minQuantity !== quantityAt(at - 1) && minQuantity !== quantityAt(at + 1),
        );
        for (const [index, row] of single.entries()) {
          const before = single[index - 1];
          const fault = before && check(before, row, list);
          if (fault) yield { file: list.file, ...fault };
        }
      }
    }
  };
}

/** Returns true if a period has a first or a last day. */
export function isDated({ from, before }: Period): boolean {
  return from !== '' || before !== undefined;
}

/** Returns the first day from `today` on in a period on which a product is available; undefined if there is none. */
export function firstDaySold(
  { from, before }: Period,
  { availableFrom = '', availableUntil }: Product,
  today: Day,
): Day | undefined {
  const day = [today, availableFrom, from].sort().at(-1) as Day;
  const isOver = availableUntil !== undefined && availableUntil < day;
  return isOver || (before !== undefined && before <= day) ? undefined : day;
}

/** Returns true if some of the rows end before a period, the others begin after it, and none is valid in it. */
export function isGap(rows: readonly DateRange[], { from }: Period): boolean {
  const ended = rows.filter((row) => endsBefore(row, from));
  const isAround = ended.length > 0 && ended.length < rows.length;
  return isAround && !rows.some((row) => isInRange(row, from));
}

function endsBefore({ until }: DateRange, day: Day): boolean {
  return until !== undefined && until < day;
}

/** The first or last day of a price row. */
interface Edge {
  readonly line: number;
  readonly column: 'from' | 'until';
  readonly day: Day | undefined;
}

/** Returns the last end of the rows before a day or, if none ends before it, their first beginning. */
export function nearestEdge(rows: readonly BracketRow[], day: Day): Edge {
  const [last] = rows
    .filter((row) => endsBefore(row, day))
    .sort((a, b) => compare(b.until ?? '', a.until ?? ''));
  if (last !== undefined) return { line: last.line, column: 'until', day: last.until };
  const [first] = rows.toSorted((a, b) => compare(a.from ?? '', b.from ?? ''));
  return { line: first?.line ?? 1, column: 'from', day: first?.from };
}

/** Formats an amount with two decimals, as in price tables: `18.50` for 18.5. */
export function formatPrice(price: number): string {
  return price.toFixed(2);
}
