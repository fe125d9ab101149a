import { inList, unknownReference } from './unknown-reference.ts';

/** The product's `materials` exist. */
export const unknownMaterial = unknownReference({
  id: 'product/unknown-material',
  table: 'materials',
  words: ['material', 'materials'],
  references: inList('materials'),
});
