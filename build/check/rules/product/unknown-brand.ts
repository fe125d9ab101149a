import { inMember, unknownReference } from './unknown-reference.ts';

/** The product's `brand` exists. */
export const unknownBrand = unknownReference({
  id: 'product/unknown-brand',
  table: 'brands',
  words: ['brand', 'brands'],
  references: inMember('brand'),
});
