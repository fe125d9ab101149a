import { inList, unknownReference } from './unknown-reference.ts';

/** The product's `inspiration` exist. */
export const unknownInspiration = unknownReference({
  id: 'product/unknown-inspiration',
  table: 'inspiration',
  words: ['inspiration', 'inspirations'],
  references: inList('inspiration'),
});
