import type { ContentRule } from '../rule.ts';
import { bracketsOf, priceTables } from './price-tables.ts';

/** Rows of a product may stand apart from each other, as after sorting a table by currency. */
export const priceBracketOrder: ContentRule = {
  id: 'price/bracket-order',
  severity: 'error',
  summary:
    'The brackets of a product and currency stand in the order of their quantities, each once. A bracket ends where the next begins and the last has no end, so there is no gap to be found.',
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
            const message = `line ${other} has a price of ${sku} in ${currency} from ${minQuantity} pieces already; remove one of the two`;
            yield { ...place, message };
          } else if (minQuantity < highest) {
            const message = `the bracket of ${sku} from ${minQuantity} pieces stands after the one from ${highest}; sort them by quantity`;
            yield { ...place, message };
          }
          lines.set(minQuantity, other ?? line);
          highest = Math.max(highest, minQuantity);
        }
      }
    }
  },
};
