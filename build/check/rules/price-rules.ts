/** Rules about the brackets of a price list. */
import { oncePerRow } from './once-for.ts';
import {
  bracketsOf,
  hasOverlap,
  isBetweenPrices,
  priceTables,
  showPrice,
} from './price-brackets.ts';
import { productsBySku, rowsBySku } from './rows-of-products.ts';
import type { ContentRule } from './rule.ts';

/** Rows of a product need not be next to each other, as after sorting a table by currency. */
const priceBracketOrder: ContentRule = {
  id: 'price/bracket-order',
  severity: 'error',
  summary:
    'The brackets of a product and currency are in the order of their quantities, each once. A bracket ends where the next begins, so there are no gaps.',
  remedy: 'Sort the rows by `minQuantity`; of two rows for one quantity keep the right one.',
  *check(content) {
    for (const table of priceTables(content)) {
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
  summary: 'The first bracket of a product begins at its minimum order.',
  remedy: 'Correct `minQuantity` of the first bracket, or `minimumOrder` in the product’s file.',
  *check(content) {
    const products = productsBySku(content);
    for (const table of priceTables(content)) {
      for (const brackets of bracketsOf(table)) {
        const { file, sku, currency, sorted, doubtful } = brackets;
        const minimum = products.get(sku)?.product.minimumOrder?.quantity;
        const [first] = sorted;
        // The first bracket may be in a row that could not be read.
        if (doubtful || minimum === undefined || first === undefined) continue;
        const { line, minQuantity } = first;
        if (minQuantity === minimum) continue;
        // `price/gap` reports it.
        if (isBetweenPrices(table, brackets, minimum)) continue;
        const message = `the first bracket of ${sku} in ${currency} begins at ${minQuantity}, but its minimum order is ${minimum}`;
        const about = { sku, quantity: minQuantity };
        yield { file, line, column: 'minQuantity', message, about };
      }
    }
  },
};

const priceNotAMarkdown: ContentRule = {
  id: 'price/not-a-markdown',
  severity: 'error',
  summary: 'A regular price is above the price beside it.',
  remedy: 'Correct the regular price, or leave its cell empty if there is no markdown.',
  *check(content) {
    for (const { file, rows } of priceTables(content)) {
      for (const { line, price, regularPrice } of rows) {
        if (regularPrice === undefined || regularPrice > price) continue;
        const message = `the regular price ${showPrice(regularPrice)} is not above the price ${showPrice(price)}; leave it empty where there is no markdown`;
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
        // `price/overlapping-dates` reports it.
        if (hasOverlap(brackets)) continue;
        for (const [index, { minQuantity, price, line }] of sorted.entries()) {
          const before = sorted[index - 1];
          if (before === undefined || price <= before.price) continue;
          // `price/bracket-order` reports two rows for one quantity.
          if (minQuantity === before.minQuantity) continue;
          const message = `${sku} costs more from ${minQuantity} pieces (${currency} ${showPrice(price)}) than from ${before.minQuantity} (${showPrice(before.price)}, line ${before.line})`;
          const about = { compared: [`${file}:${line}`, `${file}:${before.line}`] };
          yield { file, line, column: 'price', message, about };
        }
      }
    }
  },
};

/** Prices of neighbouring brackets differ less, however steep the discount. */
const widestJump = 10;

/** Finds prices that a spreadsheet or a missing point made far too large or too small (decision 49). */
const priceBracketJump: ContentRule = {
  id: 'price/bracket-jump',
  severity: 'error',
  summary: `The prices of neighbouring brackets differ less than ${widestJump}-fold.`,
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
          const message = `${sku} costs ${currency} ${showPrice(price)} from ${minQuantity} pieces and ${showPrice(other.price)} from ${other.minQuantity} (line ${other.line}), which is more than ${widestJump}-fold; ${explainJump(price)}`;
          yield { file, line, column: 'price', message };
        }
      }
    }
  },
};

function isJump(a: number, b: number): boolean {
  return Math.max(a, b) > widestJump * Math.min(a, b);
}

/** True if the first of two prices is probably the wrong one: a date, or farther from the median of all. */
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

/** True for whole numbers by which spreadsheets store the days of 2000 to 2049. */
function isDateNumber(price: number): boolean {
  return Number.isInteger(price) && price >= 36_526 && price < 54_789;
}

function explainJump(price: number): string {
  return isDateNumber(price)
    ? 'a spreadsheet probably made a date of it: format the column as text and write the price again'
    : 'is its decimal point in the right place?';
}

/** Rules about the brackets of a product in one price list and currency. */
export const bracketRules: readonly ContentRule[] = [
  priceNotAMarkdown,
  ...[priceBracketJump, priceBracketOrder, priceFirstBracket, priceRising].map(oncePerRow),
];
