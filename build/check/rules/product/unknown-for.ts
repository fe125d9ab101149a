import { inMember, unknownReference } from './unknown-reference.ts';

/** The product's `for` exists. */
export const unknownFor = unknownReference({
  id: 'product/unknown-for',
  table: 'for',
  words: ['audience (“for”)', 'audiences (“for”)'],
  references: inMember('for'),
});
