/** Rules about the dates of products and prices. */
import type { Currency } from '../../../contract/locales.ts';
import { currenciesOf } from '../../../contract/market-currencies.ts';
import { availabilityOf, isDraftOrEnded } from '../../content/availability.ts';
import type { WithLine } from '../../content/content.ts';
import {
  boundaryDays,
  type DateRange,
  type Day,
  dayAfter,
  isInRange,
  isReversed,
} from '../../content/dates.ts';
import type { Fault } from '../../content/findings/finding.ts';
import { rowsOf } from '../../content/findings/relations.ts';
import { groupBy } from '../../content/group-by.ts';
import {
  areAround,
  type BracketRow,
  bracketsOf,
  bracketTables,
  endsBefore,
  isDated,
  isDoubtful,
  nearest,
} from './price-brackets.ts';
import { rowsOfProducts } from './rows-of-products.ts';
import { type ContentRule, checkEachProduct, oncePerCell, type Product } from './rule.ts';

const productDates: ContentRule = {
  id: 'product/dates',
  severity: 'error',
  summary: 'The last day of a product is not before its first.',
  remedy: 'Correct `availableFrom` or `availableUntil`.',
  check: checkEachProduct(function* (product) {
    const days = availabilityOf(product);
    if (isReversed(days)) yield { path: ['availableUntil'], message: explainOrder(days) };
  }),
};

const priceDates: ContentRule = {
  id: 'price/dates',
  severity: 'error',
  summary: 'The last day of a price is not before its first.',
  remedy: 'Correct `from` or `until`.',
  *check(content) {
    for (const { file, rows } of bracketTables(content)) {
      for (const row of rows.filter(isReversed)) {
        yield { file, line: row.line, column: 'until', message: explainOrder(row) };
      }
    }
  },
};

function explainOrder({ from, until }: DateRange): string {
  return `the last day, ${until}, is before the first, ${from}`;
}

const priceOverlap: ContentRule = oncePerCell({
  id: 'price/overlapping-dates',
  severity: 'error',
  summary: 'On each day a bracket has one price.',
  remedy:
    'Let one price end the day before the other begins; a price for some days takes three rows: before, during, after.',
  *check(content) {
    for (const table of bracketTables(content)) {
      for (const brackets of bracketsOf(table)) {
        if (!isDated(brackets)) continue;
        const { file, sku, currency, days, rows } = brackets;
        const lines = new Map<number, number>();
        for (const { minQuantity, line } of rows) {
          const other = lines.get(minQuantity);
          if (other === undefined) lines.set(minQuantity, line);
          else {
            const when = days.from === undefined ? `before ${days.before}` : `on ${days.from}`;
            const message = `line ${other} also has the price of ${sku} in ${currency} from ${minQuantity} pieces ${when}; end one before the other begins`;
            yield { file, line, column: 'from', message };
          }
        }
      }
    }
  },
});

const priceGap: ContentRule = {
  id: 'price/gap',
  severity: 'error',
  summary: 'From the day of the build, a product has prices on every day on which it is available.',
  remedy:
    'Correct the dates of the prices, add a row for the days between, or set `availableFrom` and `availableUntil`.',
  *check(content) {
    for (const table of bracketTables(content)) {
      for (const { sku, product, rows } of rowsOfProducts(content, table)) {
        // The missing row may be one that could not be read, or has reversed dates.
        if (isDoubtful(table, sku) || isDraftOrEnded(product, content.day)) continue;
        const sold = new Set<Currency>((product.markets ?? []).flatMap(currenciesOf));
        for (const [currency, priced] of groupBy(rows, (row) => row.currency)) {
          const gap = sold.has(currency) && findGap(product, priced, content.day);
          if (gap)
            yield {
              ...explainGap(gap, `${sku} in ${currency}`, table.file),
              about: { explainedBy: [rowsOf(table.file, sku)] },
            };
        }
      }
    }
  },
};

/** A period in which a product is available and lacks a price. */
interface Gap {
  /** The first day without a price. */
  readonly day: Day;
  /** The price row that ends last before `day`, or the row that begins first if none ends before it. */
  readonly row: WithLine<BracketRow>;
  /** The minimum quantity of the bracket without a price; undefined if the product has no price at all on `day`. */
  readonly minQuantity?: number;
}

/**
 * Returns the first gap on or after `today`: a day on which the product is available and has no price, or lacks the
 * price from some quantity that has prices before and after this day. Returns undefined if there is no gap.
 */
function findGap(
  product: Product,
  rows: readonly WithLine<BracketRow>[],
  today: Day,
): Gap | undefined {
  const boundaries = boundaryDays(rows);
  if (boundaries.length === 0) return undefined;
  const availability = availabilityOf(product);
  const first = [today, availability.from ?? today].sort().at(-1) as Day;
  for (const day of [first, ...boundaries.filter((each) => each > first)]) {
    if (!isInRange(availability, day)) continue;
    if (!rows.some((row) => isInRange(row, day))) return { day, row: nearest(rows, day) };
    for (const [minQuantity, bracket] of groupBy(rows, (row) => row.minQuantity)) {
      const isMissing = !bracket.some((row) => isInRange(row, day));
      if (isMissing && areAround(bracket, { from: day, before: dayAfter(day) })) {
        return { day, row: nearest(bracket, day), minQuantity };
      }
    }
  }
  return undefined;
}

function explainGap({ day, row, minQuantity }: Gap, what: string, file: string): Fault {
  const { line, from, until } = row;
  const bracket = minQuantity === undefined ? 'price' : `price from ${minQuantity} pieces`;
  const message = `${what} has no ${bracket} on ${day}`;
  return endsBefore(row, day)
    ? { file, line, column: 'until', message: `${message}: this one ends on ${until}` }
    : { file, line, column: 'from', message: `${message}: this one begins on ${from}` };
}

/** Rules about the dates of one product and of its prices: their order, gaps and overlaps. */
export const datedRules: readonly ContentRule[] = [
  productDates,
  priceDates,
  priceGap,
  priceOverlap,
];
