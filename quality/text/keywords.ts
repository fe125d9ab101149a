import { has, type QualityCheck } from '../check.ts';

/** PS Score: “Every product has keywords”; ASI: what makes a product searchable. */
export const keywords: QualityCheck = {
  id: 'text/keywords',
  importance: 'important',
  demand: 'There are words to search it by.',
  lack: 'no keywords',
  remedy: 'List in `keywords` what buyers call it, in every language.',
  count: ({ product }) =>
    has(Object.values(product.keywords ?? {}).some((words) => words.length > 0)),
};
