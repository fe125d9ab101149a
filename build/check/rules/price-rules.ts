/** Rules about the price brackets (prices from a minimum quantity) of a product in one price list and currency. */
import { currenciesOf } from '../../../contract/market-currencies.ts';
import { isDraftOrEnded } from '../../content/availability.ts';
import { type Day, isReversed } from '../../content/dates.ts';
import type { Fault } from '../../content/findings/finding.ts';
import { priceAt, rowsOf } from '../../content/findings/relations.ts';
import { groupBy } from '../../content/group-by.ts';
import {
  type Bracket,
  checkEachPeriod,
  formatPrice,
  isDated,
  isGap,
  nearestEdge,
  neighboursIn,
  type Period,
  periodsOf,
} from './price-periods.ts';
import { checkEachRow, priceTables } from './rows-of-products.ts';
import type { ContentRule } from './rule.ts';

const file = 'prices/msrp.csv';
const quantityOf = ({ minQuantity }: Bracket) => minQuantity;

/** Returns an example with dates in the prices of BAG-5, which is sold in Canada from 10 pieces. */
function datedExample(...rows: readonly string[]) {
  const header = 'sku,currency,minQuantity,price,regularPrice,from,until';
  return { file, broken: `${[header, ...rows.map((row) => `BAG-5,CAD,${row}`)].join('\n')}\n` };
}

/** The largest allowed ratio of the prices of neighbouring brackets. Real discounts are never this steep. */
const maxRatio = 10;

/** Rules about the quantities, days and prices of the brackets of one product. */
export const bracketRules: readonly ContentRule[] = [
  // Rows of a product need not be adjacent, because an editor may sort the table by currency.
  {
    id: 'price/bracket-order',
    severity: 'error',
    summary:
      'The brackets of a product and currency are in the order of their quantities, each once. A bracket ends where the next begins, so there are no gaps.',
    remedy: 'Sort the rows by `minQuantity`; of two rows for one quantity keep the right one.',
    example: { file, valid: 'TEE-1,CAD,144', broken: 'TEE-1,CAD,36' },
    check: checkEachPeriod(function* (period) {
      const { sku, currency } = period.list;
      const lines = new Map<number, number>();
      let highest = 0;
      for (const { minQuantity, line } of period.rows) {
        const other = lines.get(minQuantity);
        if (other === undefined) {
          const message = `the bracket of ${sku} from ${minQuantity} pieces comes after the one from ${highest}; sort them by quantity`;
          if (minQuantity < highest) yield { line, column: 'minQuantity', message };
          lines.set(minQuantity, line);
        } else if (!isDated(period)) {
          const message = `line ${other} already has the price of ${sku} in ${currency} from ${minQuantity} pieces; remove one of the two`;
          yield { line, column: 'minQuantity', message };
        }
        highest = Math.max(highest, minQuantity);
      }
    }),
  },
  {
    id: 'price/overlapping-dates',
    severity: 'error',
    summary: 'On each day a bracket has one price.',
    remedy:
      'Let one price end the day before the other begins; a price for some days takes three rows: before, during, after.',
    example: datedExample('10,8008.00,,,2026-12-31', '10,8009.00,,2026-12-31,'),
    check: checkEachPeriod(function* (period) {
      const { sku, currency } = period.list;
      if (!isDated(period)) return;
      const when = period.from === '' ? `before ${period.before}` : `on ${period.from}`;
      for (const [minQuantity, [first, ...others]] of groupBy(period.rows, quantityOf)) {
        for (const { line } of others) {
          const message = `line ${first?.line} also has the price of ${sku} in ${currency} from ${minQuantity} pieces ${when}; end one before the other begins`;
          yield { line, column: 'from', message };
        }
      }
    }),
  },
  {
    id: 'price/dates',
    severity: 'error',
    summary: 'The last day of a price is not before its first.',
    remedy: 'Correct `from` or `until`.',
    example: datedExample('10,8008.00,,2027-02-01,2027-01-31'),
    check: checkEachRow(priceTables, ['from', 'until'], (row) => {
      const message = `the last day, ${row.until}, is before the first, ${row.from}`;
      return isReversed(row) && { column: 'until', message };
    }),
  },
  {
    id: 'price/gap',
    severity: 'error',
    summary:
      'From the day of the build, a product has prices on every day on which it is available.',
    remedy:
      'Correct the dates of the prices, add a row for the days between, or set `availableFrom` and `availableUntil`.',
    example: datedExample('10,8008.00,,,2026-12-31', '10,8009.00,,2027-01-03,'),
    *check(content) {
      for (const [list, periods] of groupBy(periodsOf(content), (period) => period.list)) {
        const { product, currency, brackets, doubtful } = list;
        const isSold = product.markets?.flatMap(currenciesOf).includes(currency);
        // The missing row may be one that could not be read, or has reversed dates.
        if (!isSold || doubtful || isDraftOrEnded(product, content.day)) continue;
        const [first] = periods.flatMap((period) => {
          if (period.rows.length === 0) return explainMissing(period, brackets);
          const ofQuantity = [...groupBy(brackets, quantityOf).values()];
          const missing = ofQuantity.find((each) => isGap(each, period));
          return missing === undefined ? [] : explainMissing(period, missing);
        });
        if (first !== undefined) yield first;
      }
    },
  },
  {
    id: 'price/first-bracket',
    severity: 'error',
    summary: 'On every day, the first bracket of a product begins at its minimum order.',
    remedy:
      'Correct `minQuantity` or the dates of the first bracket, or `minimumOrder` in the product’s file.',
    example: { file, valid: 'TEE-1,USD,12', broken: 'TEE-1,USD,13' },
    *check(content) {
      for (const { file, sku, product } of content.products) {
        const minimum = product.minimumOrder?.quantity;
        const periods = periodsOf(content).filter(({ list }) => list.sku === sku);
        if (minimum === undefined) continue;
        const faults = periods.flatMap((period) => explainFirst(period, minimum, content.day));
        const rows = new Set(faults.map((fault) => `${fault.file}:${fault.line}`));
        const quantities = new Set(
          periods.flatMap(({ sorted: [first] }) => first?.minQuantity ?? []),
        );
        // If all price lists begin at the same other quantity, the minimum order is probably wrong.
        if (rows.size > 1 && quantities.size === 1) {
          const message = `the minimum order is ${minimum}, but every price list of ${sku} begins at ${[...quantities]}`;
          yield { file, path: ['minimumOrder', 'quantity'], message };
        } else yield* faults;
      }
    },
  },
  {
    id: 'price/not-a-markdown',
    severity: 'error',
    summary: 'A regular price is above the price beside it.',
    remedy: 'Correct the regular price, or leave its cell empty if there is no markdown.',
    example: { file, valid: '8020.00,8025.00', broken: '8020.00,8020.00' },
    check: checkEachRow(priceTables, ['price', 'regularPrice'], ({ price, regularPrice }) => {
      if (regularPrice === undefined || regularPrice > price) return undefined;
      const message = `the regular price ${formatPrice(regularPrice)} is not above the price ${formatPrice(price)}; leave it empty where there is no markdown`;
      return { column: 'regularPrice', message };
    }),
  },
  {
    id: 'price/rising',
    severity: 'error',
    summary: 'A larger quantity never has a higher price per piece.',
    remedy: 'Correct the price; two rows may have been swapped, or a digit lost.',
    example: { file: 'prices/net-A3.csv', valid: '7918.37', broken: '7981.37' },
    check: checkEachPeriod(function* (period) {
      const { file, sku, currency } = period.list;
      for (const [before, { line, minQuantity, price }] of neighboursIn(period)) {
        if (price <= before.price) continue;
        const message = `${sku} costs more from ${minQuantity} pieces (${currency} ${formatPrice(price)}) than from ${before.minQuantity} (${formatPrice(before.price)}, line ${before.line})`;
        const about = { explainedBy: [priceAt(file, line), priceAt(file, before.line)] };
        yield { line, column: 'price', message, about };
      }
    }),
  },
  {
    id: 'price/bracket-jump',
    severity: 'error',
    summary: `The prices of neighbouring brackets differ at most ${maxRatio}-fold.`,
    remedy:
      'Correct the price: a decimal point may be lost, or a spreadsheet may have turned it into a date.',
    example: { file, valid: '8018.50', broken: '80.18' },
    check: checkEachPeriod(function* (period) {
      const { file, sku, currency, ofProduct } = period.list;
      for (const [before, row] of neighboursIn(period)) {
        // In cents, because 10 * 0.57 is less than 5.7.
        const [a, b] = [Math.round(before.price * 100), Math.round(row.price * 100)];
        if (Math.max(a, b) <= maxRatio * Math.min(a, b)) continue;
        const isBefore = isWrong(before.price, row.price, ofProduct);
        const [{ line, price, minQuantity }, other] = isBefore ? [before, row] : [row, before];
        const cause = isDateNumber(price)
          ? 'a spreadsheet probably made a date of it: format the column as text and write the price again'
          : 'is its decimal point in the right place?';
        const message = `${sku} costs ${currency} ${formatPrice(price)} from ${minQuantity} pieces and ${formatPrice(other.price)} from ${other.minQuantity} (line ${other.line}), which is more than ${maxRatio}-fold; ${cause}`;
        yield { line, column: 'price', message, about: { explains: [priceAt(file, line)] } };
      }
    }),
  },
];

/** Returns the fault of a period without a price that there is on other days; none if the product is not sold in it. */
function explainMissing(period: Period, brackets: readonly Bracket[]): Fault[] {
  const { soldFrom, list } = period;
  const { file, sku, currency } = list;
  if (soldFrom === undefined) return [];
  const quantity = brackets === list.brackets ? '' : ` from ${brackets[0]?.minQuantity} pieces`;
  const { day, ...place } = nearestEdge(brackets, soldFrom);
  const verb = place.column === 'until' ? 'ends' : 'begins';
  const message = `${sku} in ${currency} has no price${quantity} on ${soldFrom}: this one ${verb} on ${day}`;
  return [{ file, ...place, message, about: { explainedBy: [rowsOf(file, sku)] } }];
}

/** Returns the fault of a period whose first bracket is not the one from the minimum order. */
function explainFirst(period: Period, minimum: number, today: Day): Fault[] {
  const { soldFrom, list } = period;
  const { file, sku, currency, brackets, doubtful } = list;
  const [first] = period.sorted;
  const meant = brackets.filter(({ minQuantity }) => minQuantity === minimum);
  // The first bracket may be in a row that could not be read; `price/gap` reports one that is missing for some days.
  if (!first || !soldFrom || doubtful || isGap(meant, period)) return [];
  const { line, minQuantity } = first;
  if (minQuantity === minimum) return [];
  if (minQuantity > minimum && meant.length > 0) return explainMissing(period, meant);
  const when = soldFrom > today ? ` on ${soldFrom}` : '';
  const message = `the first bracket of ${sku} in ${currency} begins at ${minQuantity}${when}, but its minimum order is ${minimum}`;
  const about = { explainedBy: [rowsOf(file, sku)] };
  return [{ file, line, column: 'minQuantity', message, about }];
}

/**
 * Returns true if `price` is more likely to be wrong than `other`: it is a number that spreadsheets make of dates, or it
 * is farther from the median of the product's prices.
 */
function isWrong(price: number, other: number, all: readonly Bracket[]): boolean {
  if (isDateNumber(price) !== isDateNumber(other)) return isDateNumber(price);
  const prices = all.flatMap((row) => row.price ?? []).sort((a, b) => a - b);
  const median = prices[Math.floor(prices.length / 2)] ?? price;
  const distance = (each: number) => Math.abs(Math.log(each / median));
  return distance(price) > distance(other);
}

/** Returns true for the whole numbers by which spreadsheets store the days from 2000 (36526) to 2049 (54788). */
function isDateNumber(price: number): boolean {
  return Number.isInteger(price) && price >= 36_526 && price < 54_789;
}
