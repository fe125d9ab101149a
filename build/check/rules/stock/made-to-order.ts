import type { ContentRule } from '../rule.ts';
import { rowsOfProducts, theRows } from '../table/rows-by-sku.ts';

export const stockMadeToOrder: ContentRule = {
  id: 'stock/made-to-order',
  severity: 'error',
  summary: 'A product that is made to order holds no stock.',
  remedy: 'Remove its stock rows, or `madeToOrder` from the product’s file.',
  *check(draft) {
    const { file } = draft.inventory;
    for (const { sku, product, rows } of rowsOfProducts(draft, draft.inventory)) {
      const [first] = rows;
      if (first === undefined || product.madeToOrder !== true) continue;
      const message = `${sku} is made to order and holds no stock; remove ${theRows(rows)}`;
      yield { file, line: first.line, column: 'sku', message };
    }
  },
};
