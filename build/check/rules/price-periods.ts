/** Divides the price rows of a product into periods in which the same prices are valid. */
import type { Currency } from '../../../contract/locales.ts';
import { compare } from '../../content/compare.ts';
import type { WithLine } from '../../content/content.ts';
import { boundaryDays, type Day, isInRange, isReversed } from '../../content/dates.ts';
import type { Fault } from '../../content/findings/finding.ts';
import { groupBy } from '../../content/group-by.ts';
import { memoize } from '../../content/memoize.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import { msrpList, type PriceRow } from '../../content/schemas/tables.ts';
import { hasFaultyRow, rowsOfProducts, withFaultyRows } from './rows-of-products.ts';
import type { ContentRule, Product } from './rule.ts';

/** The columns that say to what a price applies. */
const bracketColumns = ['sku', 'currency', 'minQuantity', 'from', 'until'] as const;

/** A price row (bracket). The price is undefined if its cell is invalid. */
export type Bracket = WithLine<
  Pick<PriceRow, (typeof bracketColumns)[number]> & { readonly price?: number }
>;

const [noStart, noEnd] = ['', '~'];

/** The prices of a product in one table and currency. */
interface PriceList {
  readonly file: string;
  /** `msrp`, or the tier of net prices. */
  readonly name: string;
  readonly sku: string;
  readonly product: Product;
  readonly currency: Currency;
  readonly brackets: readonly Bracket[];
  /** The brackets of the product in the table, in every currency. */
  readonly ofProduct: readonly Bracket[];
  /** True if a row of the product could not be read or has reversed dates: a bracket may be missing. */
  readonly doubtful: boolean;
}

/** A period, and the brackets of a price list that are valid on its days; there may be none. */
export interface Period {
  readonly list: PriceList;
  /** The first day, or a text that sorts before all days. */
  readonly from: Day;
  /** The day after the last, or a text that sorts after all days. */
  readonly before: Day;
  /** The first day from the day of the build on that the product is available; undefined if there is none. */
  readonly soldFrom: Day | undefined;
  /** In the order of the file. */
  readonly rows: readonly Bracket[];
  /** In the order of quantities. */
  readonly sorted: readonly Bracket[];
}

/** Returns the periods of all price lists. Those of one list make up all time. */
export const periodsOf = memoize((content: PartialContent): readonly Period[] =>
  [[msrpList, content.msrp] as const, ...content.net].flatMap(([name, priceTable]) => {
    const table = withFaultyRows(priceTable, bracketColumns);
    const { file } = table;
    return [...rowsOfProducts(content, table)].flatMap(({ sku, product, rows: ofProduct }) =>
      [...groupBy(ofProduct, (row) => row.currency)].flatMap(([currency, brackets]) => {
        const doubtful = hasFaultyRow(table, sku) || brackets.some(isReversed);
        const list = { file, name, sku, product, currency, brackets, ofProduct, doubtful };
        return divide(list, content.day);
      }),
    );
  }),
);

function divide(list: PriceList, today: Day): readonly Period[] {
  const { availableFrom = noStart, availableUntil = noEnd } = list.product;
  return [noStart, ...boundaryDays(list.brackets)].map((from, index, days) => {
    const before = days[index + 1] ?? noEnd;
    const day = [today, availableFrom, from].sort()[2] as Day;
    const soldFrom = day < before && day <= availableUntil ? day : undefined;
    const rows = list.brackets.filter((row) => isInRange(row, from));
    const sorted = rows.toSorted((a, b) => a.minQuantity - b.minQuantity);
    return { list, from, before, soldFrom, rows, sorted };
  });
}

/** Returns the `check` method of a rule about each period. */
export function checkEachPeriod(
  check: (period: Period) => Iterable<Omit<Fault, 'file'>>,
): ContentRule['check'] {
  return function* (content) {
    for (const period of periodsOf(content)) {
      for (const fault of check(period)) yield { file: period.list.file, ...fault };
    }
  };
}

/** Returns true if a period has a first or a last day. */
export function isDated({ from, before }: Period): boolean {
  return from !== noStart || before !== noEnd;
}

export type Priced = Bracket & { readonly price: number };

/** Returns true if the price of a bracket could be read. */
export function isPriced(bracket: Bracket | undefined): bracket is Priced {
  return bracket?.price !== undefined;
}

/**
 * Returns the pairs of neighbouring brackets of a period. Omits quantities with two prices, which `price/bracket-order`
 * and `price/overlapping-dates` report.
 */
export function neighboursIn({ sorted }: Period): readonly (readonly [Priced, Priced])[] {
  const quantityAt = (index: number) => sorted[index]?.minQuantity;
  const single = sorted.filter(
    (row, index) =>
      row.minQuantity !== quantityAt(index - 1) && row.minQuantity !== quantityAt(index + 1),
  );
  const priced = single.filter(isPriced);
  return priced.slice(1).map((row, index) => [priced[index] as Priced, row]);
}

/** Returns true if some of the brackets end before a period, the others begin after it, and none is valid in it. */
export function isGap(brackets: readonly Bracket[], { from }: Period): boolean {
  const ended = brackets.filter(({ until }) => until !== undefined && until < from);
  const isAround = ended.length > 0 && ended.length < brackets.length;
  return isAround && !brackets.some((row) => isInRange(row, from));
}

/** Returns the last end of the brackets before a day or, if none ends before it, their first beginning. */
export function nearestEdge(brackets: readonly Bracket[], day: Day) {
  const [last] = brackets
    .filter(({ until = day }) => until < day)
    .sort((a, b) => compare(b.until ?? '', a.until ?? ''));
  if (last !== undefined) return { line: last.line, column: 'until', day: last.until } as const;
  const [first] = brackets.toSorted((a, b) => compare(a.from ?? '', b.from ?? ''));
  return { line: first?.line ?? 1, column: 'from', day: first?.from } as const;
}

/** Formats an amount with two decimals, as in price tables: `18.50` for 18.5. */
export function formatPrice(price: number): string {
  return price.toFixed(2);
}
