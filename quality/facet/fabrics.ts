import { has, type QualityCheck } from '../check.ts';

/** Google: attributes that filters use; ASI: materials are searched by. */
export const fabricFacets: QualityCheck = {
  id: 'facet/fabrics',
  importance: 'welcome',
  demand: 'It is found by its fabric.',
  lack: 'no fabric to filter by',
  remedy: 'List in `fabrics` ids of facets.json.',
  count: ({ product: { fabrics = [] } }) => has(fabrics.length > 0),
};
