import type { ContentRule } from '../rule.ts';
import { productsBySku } from '../table/products-by-sku.ts';
import { bracketsOf, priceTables } from './price-tables.ts';

export const priceFirstBracket: ContentRule = {
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
