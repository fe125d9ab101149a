import { inMember, unknownReference } from './unknown-reference.ts';

/** The product's `sizeChart` exists. */
export const unknownSizeChart = unknownReference({
  id: 'product/unknown-size-chart',
  table: 'sizeCharts',
  words: ['size chart', 'size charts'],
  references: inMember('sizeChart'),
});
