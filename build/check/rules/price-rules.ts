/** Rules about the brackets of a price list. */
import { bracketsOf, priceTables, showPrice } from './price-brackets.ts';
import { productsBySku } from './rows-of-products.ts';
import type { ContentRule } from './rule.ts';

/** Rows of a product need not be next to each other, as after sorting a table by currency. */
const priceBracketOrder: ContentRule = {
  id: 'price/bracket-order',
  severity: 'error',
  summary:
    'The brackets of a product and currency are in the order of their quantities, each once. A bracket ends where the next begins, so there are no gaps.',
  remedy:
    'Sort the rows by `minQuantity`; of two rows for one quantity keep the one that is right.',
  *check(draft) {
    for (const table of priceTables(draft)) {
      for (const { file, sku, currency, rows } of bracketsOf(table)) {
        const lines = new Map<number, number>();
        let highest = 0;
        for (const { minQuantity, line } of rows) {
          const place = { file, line, column: 'minQuantity' };
          const other = lines.get(minQuantity);
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
  *check(draft) {
    const products = productsBySku(draft);
    for (const table of priceTables(draft)) {
      for (const { file, sku, currency, sorted, doubtful } of bracketsOf(table)) {
        const minimum = products.get(sku)?.product.minimumOrder?.quantity;
        const [first] = sorted;
        // The first bracket may be in a row that could not be read.
        if (doubtful || minimum === undefined || first === undefined) continue;
        const { line, minQuantity } = first;
        if (minQuantity === minimum) continue;
        const message = `the first bracket of ${sku} in ${currency} begins at ${minQuantity}, but its minimum order is ${minimum}`;
        yield { file, line, column: 'minQuantity', message };
      }
    }
  },
};

const priceNotAMarkdown: ContentRule = {
  id: 'price/not-a-markdown',
  severity: 'error',
  summary: 'A regular price is above the price beside it.',
  remedy: 'Correct the regular price, or leave its cell empty where nothing is marked down.',
  *check(draft) {
    for (const { file, rows } of priceTables(draft)) {
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
  summary: 'A piece costs no more when more are ordered.',
  remedy: 'Correct the price; two rows may have been swapped, or a digit lost.',
  *check(draft) {
    for (const table of priceTables(draft)) {
      for (const { file, sku, currency, sorted } of bracketsOf(table)) {
        for (const [index, { minQuantity, price, line }] of sorted.entries()) {
          const before = sorted[index - 1];
          if (before === undefined || price <= before.price) continue;
          // `price/bracket-order` reports two rows for one quantity.
          if (minQuantity === before.minQuantity) continue;
          const message = `${sku} costs more from ${minQuantity} pieces (${currency} ${showPrice(price)}) than from ${before.minQuantity} (${showPrice(before.price)}, line ${before.line})`;
          yield { file, line, column: 'price', message };
        }
      }
    }
  },
};

/** Rules about the brackets of a product in one price list and currency. */
export const bracketRules: readonly ContentRule[] = [
  priceBracketOrder,
  priceFirstBracket,
  priceNotAMarkdown,
  priceRising,
];
