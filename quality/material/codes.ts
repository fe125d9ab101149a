import { has, type QualityCheck } from '../check.ts';

/** PS Score: “Every part has primaryMaterial”; Google: `material`. */
export const materialCodes: QualityCheck = {
  id: 'material/codes',
  importance: 'important',
  demand: 'It is said what the product is made of.',
  lack: 'no materials',
  remedy: 'List in `materials` codes of facets.json.',
  count: ({ product: { materials = [] } }) => has(materials.length > 0),
};
