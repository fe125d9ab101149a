import { each, type QualityCheck } from '../check.ts';

/** Google: `availability` is required; what cannot be had at all is not worth showing. */
export const stockPieces: QualityCheck = {
  id: 'stock/pieces',
  importance: 'important',
  demand: 'Every colour is in stock in some size, and every size in some colour.',
  lack: 'colours and sizes of which there is no piece at all',
  remedy: 'Order more, or correct the quantities.',
  count({ product: { madeToOrder, colors, sizes }, stock }) {
    if (madeToOrder) return undefined;
    const there = stock.filter(({ quantity }) => quantity > 0);
    const had = new Set(there.flatMap(({ color, size }) => [`color ${color}`, `size ${size}`]));
    const wanted = [
      ...colors.map(({ color }) => ({ name: color, key: `color ${color}` })),
      ...sizes.map((size) => ({ name: size, key: `size ${size}` })),
    ];
    return each(
      wanted,
      ({ name }) => name,
      ({ key }) => !had.has(key),
    );
  },
};
