import { mayLack } from '../left-out.ts';
import type { ContentRule } from '../rule.ts';

/** Sums of decimal fractions such as 33.3 are not exact. */
const tolerance = 1e-6;

export const recommendationsSum: ContentRule = {
  id: 'product/recommendations-sum',
  severity: 'error',
  summary: 'The size recommendations of a product add up to 100 per cent.',
  remedy: 'Correct the percentages.',
  *check(draft) {
    for (const { file, product } of draft.products) {
      const { sizeRecommendations: shares = [] } = product;
      if (shares.length === 0 || mayLack(draft, file, 'sizeRecommendations')) continue;
      const sum = shares.reduce((total, { percentage }) => total + percentage, 0);
      if (Math.abs(sum - 100) < tolerance) continue;
      const message = `the percentages add up to ${Number(sum.toFixed(6))}, not to 100`;
      yield { file, path: ['sizeRecommendations'], atName: true, message };
    }
  },
};
