import type { ContentRule } from '../rule.ts';
import { priceTables, showPrice } from './price-tables.ts';

export const priceNotAMarkdown: ContentRule = {
  id: 'price/not-a-markdown',
  severity: 'error',
  summary: 'A regular price stands above the price that is the markdown of it.',
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
