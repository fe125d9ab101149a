import { inMember, unknownReference } from './unknown-reference.ts';

/** The product's `tag` exists. */
export const unknownTag = unknownReference({
  id: 'product/unknown-tag',
  table: 'tags',
  words: ['tag', 'tags'],
  references: inMember('tag'),
});
