import { inList, unknownReference } from './unknown-reference.ts';

/** The product's `fabrics` exist. */
export const unknownFabric = unknownReference({
  id: 'product/unknown-fabric',
  table: 'fabrics',
  words: ['fabric', 'fabrics'],
  references: inList('fabrics'),
});
