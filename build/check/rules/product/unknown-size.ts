import { inList, unknownReference } from './unknown-reference.ts';

/** The product's `sizes` exist. */
export const unknownSize = unknownReference({
  id: 'product/unknown-size',
  table: 'sizes',
  words: ['size', 'sizes'],
  references: inList('sizes'),
});
