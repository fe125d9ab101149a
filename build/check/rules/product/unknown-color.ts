import { unknownReference } from './unknown-reference.ts';

/** The product's `colors` exist. */
export const unknownColor = unknownReference({
  id: 'product/unknown-color',
  table: 'colors',
  words: ['colour', 'colours'],
  references: ({ colors = [] }) =>
    colors.map(({ color }, index) => ({ path: ['colors', index, 'color'], id: color })),
});
