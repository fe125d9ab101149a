import { has, type QualityCheck } from '../check.ts';

/** PS Score: sizes and colours of imprints; ASI: imprint methods are order details. */
export const decorations: QualityCheck = {
  id: 'decoration/offered',
  importance: 'important',
  demand: 'There is a way to decorate it.',
  lack: 'no decoration',
  remedy: 'List in `customization.decorations` ids of decorations.json.',
  count: ({ product }) => has(product.customization.decorations.length > 0),
};
