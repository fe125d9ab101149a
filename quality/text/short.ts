import { has, type QualityCheck } from '../check.ts';

/** ASI: a product has a summary beside its name and description. */
export const shortDescription: QualityCheck = {
  id: 'text/short',
  importance: 'important',
  demand: 'There is a short description.',
  lack: 'no short description',
  remedy: 'Write `descriptions.short`, one or two sentences for lists and cards.',
  count: ({ product }) => has(product.descriptions.short !== undefined),
};
