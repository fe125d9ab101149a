import { has, type QualityCheck } from '../check.ts';

/** ASI: themes are attributes that distributors search by. */
export const inspiration: QualityCheck = {
  id: 'facet/inspiration',
  importance: 'welcome',
  demand: 'It is found by the occasions that it suits.',
  lack: 'no occasion',
  remedy: 'List in `inspiration` ids of facets.json.',
  count: ({ product }) => has(product.inspiration.length > 0),
};
