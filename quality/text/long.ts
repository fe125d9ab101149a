import { has, type QualityCheck } from '../check.ts';

/** PS Score: “Every product has description”, critical; Google: `description` is required. */
export const longDescription: QualityCheck = {
  id: 'text/long',
  importance: 'critical',
  demand: 'There is a long description.',
  lack: 'no long description',
  remedy: 'Write `descriptions.long`, the text of the product’s page.',
  count: ({ product }) => has(product.descriptions.long !== undefined),
};
