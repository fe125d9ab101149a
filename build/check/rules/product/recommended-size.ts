import { hintsFor } from '../../../content/findings/known-values.ts';
import { mayLack } from '../left-out.ts';
import type { ContentRule } from '../rule.ts';

export const recommendedSize: ContentRule = {
  id: 'product/recommended-size',
  severity: 'error',
  summary: 'Size recommendations name sizes that the product has.',
  remedy: 'Correct the size, or add it to the sizes of the product.',
  *check(draft) {
    for (const { file, product } of draft.products) {
      if (mayLack(draft, file, 'sizes')) continue;
      const sizes = new Set(product.sizes);
      for (const [index, { size }] of (product.sizeRecommendations ?? []).entries()) {
        if (sizes.has(size)) continue;
        const message = `"${size}" is not among the sizes of this product`;
        yield {
          file,
          path: ['sizeRecommendations', index, 'size'],
          message,
          ...hintsFor(size, sizes),
        };
      }
    }
  },
};
