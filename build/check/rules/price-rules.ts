/**
 * Rules about the price brackets (prices from a minimum quantity) of a product in one price list and
 * currency.
 */

import { availabilityOf } from '../../content/availability.ts';
import type { WithLine } from '../../content/content.ts';
import type { DateRange, Day, Validity } from '../../content/dates.ts';
import type { Fault, Found } from '../../content/findings/finding.ts';
import { priceAt, rowsOf } from '../../content/findings/relations.ts';
import type { PartialContent } from '../../content/partial-content.ts';
import {
  areAround,
  type BracketRow,
  type Brackets,
  bracketsOf,
  bracketTables,
  endsBefore,
  firstRowCountsOf,
  formatPrice,
  hasOverlap,
  nearest,
  priceTables,
  rowsFrom,
} from './price-brackets.ts';
import { productsBySku, rowsBySku, withFaultyRows } from './rows-of-products.ts';
import { type ContentRule, oncePerCell } from './rule.ts';

/**
 * Reports brackets that are repeated or not sorted by quantity. Rows of a product need not be adjacent,
 * because an editor may sort the table by currency.
 */
const priceBracketOrder: ContentRule = {
  id: 'price/bracket-order',
  severity: 'error',
  summary:
    'The brackets of a product and currency are in the order of their quantities, each once. A bracket ends where the next begins, so there are no gaps.',
  remedy: 'Sort the rows by `minQuantity`; of two rows for one quantity keep the right one.',
  *check(content) {
    for (const table of bracketTables(content)) {
      for (const { file, sku, currency, days, rows } of bracketsOf(table)) {
        const lines = new Map<number, number>();
        let highest = 0;
        const isDated = days.from !== undefined || days.before !== undefined;
        for (const { minQuantity, line } of rows) {
          const place = { file, line, column: 'minQuantity' };
          const other = lines.get(minQuantity);
          // `price/overlapping-dates` reports two rows for one quantity of which one has dates.
          if (other !== undefined && isDated) continue;
          if (other !== undefined) {
            const message = `line ${other} already has the price of ${sku} in ${currency} from ${minQuantity} pieces; remove one of the two`;
            yield { ...place, message };
          } else if (minQuantity < highest) {
            const message = `the bracket of ${sku} from ${minQuantity} pieces comes after the one from ${highest}; sort them by quantity`;
            yield { ...place, message };
          }
          lines.set(minQuantity, other ?? line);
          highest = Math.max(highest, minQuantity);
        }
      }
    }
  },
};

const priceFirstBracket: ContentRule = {
  id: 'price/first-bracket',
  severity: 'error',
  summary: 'On every day, the first bracket of a product begins at its minimum order.',
  remedy:
    'Correct `minQuantity` or the dates of the first bracket, or `minimumOrder` in the product’s file.',
  *check(content) {
    const products = productsBySku(content);
    for (const table of bracketTables(content)) {
      for (const brackets of bracketsOf(table)) {
        const { file, sku, currency, days, sorted, doubtful } = brackets;
        const product = products.get(sku)?.product;
        const minimum = product?.minimumOrder?.quantity;
        const [first] = sorted;
        // The first bracket may be in a row that could not be read.
        if (doubtful || minimum === undefined || first === undefined) continue;
        if (!isSoldIn(days, availabilityOf(product ?? {}), content.day)) continue;
        const { line, minQuantity } = first;
        if (minQuantity === minimum) continue;
        const meant = rowsFrom(table, brackets, minimum);
        const isMissing = sorted.every((bracket) => bracket.minQuantity !== minimum);
        // `price/gap` reports this fault.
        if (isMissing && areAround(meant, days)) continue;
        const lists = firstRowCountsOf(content).get(sku) ?? 0;
        const about = {
          groups: [`minimum-order ${sku}`],
          explainedBy: [rowsOf(file, sku)],
          facts: { sku, quantity: minQuantity, lists },
        };
        if (meant.length > 0 && minQuantity > minimum) {
          const row = nearest(meant, days.from ?? '');
          yield { ...explainOtherDays(row, brackets, content.day), about };
          continue;
        }
        const isLater = days.from !== undefined && days.from > content.day;
        const when = isLater ? ` from ${days.from} on` : '';
        const message = `the first bracket of ${sku} in ${currency} begins at ${minQuantity}${when}, but its minimum order is ${minimum}`;
        yield { file, line, column: 'minQuantity', message, about };
      }
    }
  },
};

/**
 * Merges the faults of all price lists of a product into one at its minimum order, which is probably wrong: all lists
 * begin at the same other quantity.
 */
export function mergeMinimumOrder(
  group: readonly Found[],
  content: PartialContent,
): Fault | undefined {
  const { sku, lists } = group[0]?.fault.about?.facts ?? {};
  const product = productsBySku(content).get(String(sku));
  const quantities = new Set(group.map(({ fault }) => fault.about?.facts?.['quantity']));
  if (product === undefined || group.length < 2 || quantities.size > 1) return undefined;
  if (group.length < Number(lists)) return undefined;
  const minimum = product.product.minimumOrder?.quantity;
  const message = `the minimum order is ${minimum}, but every price list of ${sku} begins at ${[...quantities]}`;
  return { file: product.file, path: ['minimumOrder', 'quantity'], message };
}

/**
 * Returns the fault of a product that has a price from its minimum order, but not in the period of `brackets`. `row` is
 * this price, with the dates nearest to the period. The fault is at the last day of `row` if that is before the period,
 * otherwise at its first day.
 */
function explainOtherDays(
  row: WithLine<BracketRow>,
  { file, sku, currency, days, sorted }: Brackets<BracketRow>,
  today: Day,
): Fault {
  const column = endsBefore(row, days.from ?? '') ? 'until' : 'from';
  const verb = column === 'from' ? 'begins' : endsBefore(row, today) ? 'ended' : 'ends';
  const message = `the price of ${sku} in ${currency} from ${row.minQuantity} pieces, its minimum order, ${verb} on ${row[column]}, and the next bracket begins at ${sorted[0]?.minQuantity}; correct the day, or add a price from ${row.minQuantity} pieces`;
  return { file, line: row.line, column, message };
}

/**
 * Returns true if a product is available on at least one day of a period, not counting days before today: earlier days
 * may lack prices, so that old rows can be removed.
 */
function isSoldIn({ from = '', before }: Validity, availability: DateRange, today: Day): boolean {
  const first = [today, availability.from ?? '', from].sort().at(-1) as Day;
  return (
    (before === undefined || first < before) &&
    (availability.until === undefined || first <= availability.until)
  );
}

const priceNotAMarkdown: ContentRule = {
  id: 'price/not-a-markdown',
  severity: 'error',
  summary: 'A regular price is above the price beside it.',
  remedy: 'Correct the regular price, or leave its cell empty if there is no markdown.',
  *check(content) {
    for (const table of priceTables(content)) {
      const { file, rows } = withFaultyRows(table, ['price', 'regularPrice']);
      for (const { line, price, regularPrice } of rows) {
        if (regularPrice === undefined || regularPrice > price) continue;
        const message = `the regular price ${formatPrice(regularPrice)} is not above the price ${formatPrice(price)}; leave it empty where there is no markdown`;
        yield { file, line, column: 'regularPrice', message };
      }
    }
  },
};

const priceRising: ContentRule = {
  id: 'price/rising',
  severity: 'error',
  summary: 'A larger quantity never has a higher price per piece.',
  remedy: 'Correct the price; two rows may have been swapped, or a digit lost.',
  *check(content) {
    for (const table of priceTables(content)) {
      for (const brackets of bracketsOf(table)) {
        const { file, sku, currency, sorted } = brackets;
        // `price/overlapping-dates` reports this fault.
        if (hasOverlap(brackets)) continue;
        for (const [index, { minQuantity, price, line }] of sorted.entries()) {
          const before = sorted[index - 1];
          if (before === undefined || price <= before.price) continue;
          // `price/bracket-order` reports two rows for one quantity.
          if (minQuantity === before.minQuantity) continue;
          const message = `${sku} costs more from ${minQuantity} pieces (${currency} ${formatPrice(price)}) than from ${before.minQuantity} (${formatPrice(before.price)}, line ${before.line})`;
          const about = { explainedBy: [priceAt(file, line), priceAt(file, before.line)] };
          yield { file, line, column: 'price', message, about };
        }
      }
    }
  },
};

/**
 * The largest allowed ratio of the prices of neighbouring brackets. Real discounts are never this steep.
 */
const maxBracketRatio = 10;

/**
 * Reports a price that differs more than tenfold from that of a neighbouring bracket, which real discounts never do: a
 * decimal point was lost, or a spreadsheet turned the price into a date (decisions.md, "Surcharges
 * are complete, and no price is zero").
 */
const priceBracketJump: ContentRule = {
  id: 'price/bracket-jump',
  severity: 'error',
  summary: `The prices of neighbouring brackets differ at most ${maxBracketRatio}-fold.`,
  remedy:
    'Correct the price: a decimal point may be lost, or a spreadsheet may have turned it into a date.',
  *check(content) {
    for (const table of priceTables(content)) {
      for (const brackets of bracketsOf(table)) {
        const { file, sku, currency, sorted } = brackets;
        if (hasOverlap(brackets)) continue;
        const reported = new Set<number>();
        for (const [index, row] of sorted.entries()) {
          const before = sorted[index - 1];
          if (before === undefined || !isJump(before.price, row.price)) continue;
          const all = rowsBySku(table).get(sku) ?? sorted;
          const isBefore = isWrong(before.price, row.price, all);
          const [wrong, other] = isBefore ? [before, row] : [row, before];
          if (reported.has(wrong.line)) continue;
          reported.add(wrong.line);
          const { line, price, minQuantity } = wrong;
          const message = `${sku} costs ${currency} ${formatPrice(price)} from ${minQuantity} pieces and ${formatPrice(other.price)} from ${other.minQuantity} (line ${other.line}), which is more than ${maxBracketRatio}-fold; ${explainJump(price)}`;
          const about = { explains: [priceAt(file, line)] };
          yield { file, line, column: 'price', message, about };
        }
      }
    }
  },
};

function isJump(a: number, b: number): boolean {
  // In cents, because 10 * 0.57 is less than 5.7.
  const [low, high] = [Math.min(a, b), Math.max(a, b)].map((price) => Math.round(price * 100));
  return (high as number) > maxBracketRatio * (low as number);
}

/**
 * Returns true if `price` is more likely to be wrong than `other`. If exactly one of the two is a number that
 * spreadsheets make of dates, that price is wrong; otherwise the price farther from the median of `all`, the product's
 * prices.
 */
function isWrong(
  price: number,
  other: number,
  all: readonly { readonly price: number }[],
): boolean {
  if (isDateNumber(price) !== isDateNumber(other)) return isDateNumber(price);
  const prices = all.map((row) => row.price).sort((a, b) => a - b);
  const median = prices[Math.floor(prices.length / 2)] ?? price;
  const distance = (each: number) => Math.abs(Math.log(each / median));
  return distance(price) > distance(other);
}

/** Returns true for the whole numbers by which spreadsheets store the days from 2000 (36526) to 2049 (54788). */
function isDateNumber(price: number): boolean {
  return Number.isInteger(price) && price >= 36_526 && price < 54_789;
}

function explainJump(price: number): string {
  return isDateNumber(price)
    ? 'a spreadsheet probably made a date of it: format the column as text and write the price again'
    : 'is its decimal point in the right place?';
}

/** Rules about the price rows of a product in one price list and currency. */
export const bracketRules: readonly ContentRule[] = [
  priceNotAMarkdown,
  ...[priceBracketJump, priceBracketOrder, priceFirstBracket, priceRising].map(oncePerCell),
];
