import { unknownSize } from '../table/unknown-size.ts';

export const stockUnknownSize = unknownSize({
  id: 'stock/unknown-size',
  rows: 'a stock row',
  tableOf: ({ inventory }) => inventory,
});
