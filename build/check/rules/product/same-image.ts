import type { ContentRule } from '../rule.ts';
import { picturesOf } from './pictures.ts';

/** Told at the second product, and once there, however often it shows the picture. */
export const sameImage: ContentRule = {
  id: 'product/same-image',
  severity: 'warning',
  summary: 'No two products show the same picture.',
  remedy: 'Give the product its own picture; the one that is told is often a copy left over.',
  *check({ products }) {
    const firstUses = new Map<string, string>();
    for (const { file, product } of products) {
      const told = new Set<string>();
      for (const picture of picturesOf(product)) {
        const first = firstUses.get(picture.file);
        if (first === undefined) firstUses.set(picture.file, file);
        else if (first !== file && !told.has(picture.file)) {
          told.add(picture.file);
          const message = `"${picture.file}" is a picture of ${first} too`;
          yield { file, path: picture.path, message };
        }
      }
    }
  },
};
