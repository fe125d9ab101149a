import { has, type QualityCheck } from '../check.ts';

/** PS Score: “Every product has marketingPoint”. */
export const tagline: QualityCheck = {
  id: 'text/tagline',
  importance: 'welcome',
  demand: 'There is a tagline.',
  lack: 'no tagline',
  remedy: 'Write `descriptions.tagline`, one line that says what is special.',
  count: ({ product }) => has(product.descriptions.tagline !== undefined),
};
