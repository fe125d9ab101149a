import { has, type QualityCheck } from '../check.ts';

/** ASI: a product is scored by how well it can be ordered, not only by how well it is found. */
export const sizeRecommendations: QualityCheck = {
  id: 'size/recommendations',
  importance: 'welcome',
  demand: 'It is said how an order is best split across the sizes, where there are several.',
  lack: 'no size recommendations',
  remedy: 'Write `sizeRecommendations`, shares that come to 100 percent.',
  count({ product: { sizes, sizeRecommendations: shares = [] } }) {
    return sizes.length === 1 ? undefined : has(shares.length > 0);
  },
};
