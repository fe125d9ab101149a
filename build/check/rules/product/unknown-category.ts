import { inMember, unknownReference } from './unknown-reference.ts';

/** The product's `category` exists. */
export const unknownCategory = unknownReference({
  id: 'product/unknown-category',
  table: 'categories',
  words: ['category', 'categories'],
  references: inMember('category'),
});
