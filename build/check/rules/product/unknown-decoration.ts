import { unknownReference } from './unknown-reference.ts';

/** The product's `customization.decorations` exist. */
export const unknownDecoration = unknownReference({
  id: 'product/unknown-decoration',
  table: 'decorations',
  words: ['decoration', 'decorations'],
  references: ({ customization }) =>
    (customization?.decorations ?? []).map((id, index) => ({
      path: ['customization', 'decorations', index],
      id,
    })),
});
