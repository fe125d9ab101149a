import type { ContentRule } from '../rule.ts';
import { bracketsOf, priceTables, showPrice } from './price-tables.ts';

export const priceRising: ContentRule = {
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
          // Which of two rows for one quantity holds is told by bracket-order.
          if (minQuantity === before.minQuantity) continue;
          const message = `${sku} costs more from ${minQuantity} pieces (${currency} ${showPrice(price)}) than from ${before.minQuantity} (${showPrice(before.price)}, line ${before.line})`;
          yield { file, line, column: 'price', message };
        }
      }
    }
  },
};
