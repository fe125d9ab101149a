import { each, type QualityCheck } from '../check.ts';

/** PromoStandards Inventory tells a quantity for each part, and a part is a colour in a size. */
export const stockRows: QualityCheck = {
  id: 'stock/rows',
  importance: 'critical',
  demand: 'The stock of every colour in every size is known, but of products made to order.',
  lack: 'colours and sizes without a row in inventory.csv',
  remedy: 'Add rows to inventory.csv; 0 is a quantity too.',
  count({ product, stock }) {
    if (product.madeToOrder) return undefined;
    const known = new Set(stock.map(({ color, size }) => `${color} ${size}`));
    return each(
      product.colors.flatMap(({ color }) => product.sizes.map((size) => `${color} ${size}`)),
      (pair) => pair,
      (pair) => !known.has(pair),
    );
  },
};
