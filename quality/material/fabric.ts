import { each, has, type QualityCheck } from '../check.ts';

/** The Textile Labelling Act (Canada) and 16 CFR 303 (US): buyers are told fibres and shares. */
export const fabric: QualityCheck = {
  id: 'material/fabric',
  importance: 'important',
  demand: 'The fibres and the weight of every colour’s fabric are known.',
  lack: 'colours of unknown fabric',
  remedy: 'Write `fabric`, of the product or of the colours that differ.',
  count({ product, colors }) {
    if (product.fabric !== undefined) return has(true);
    return each(
      colors,
      ({ color }) => color,
      (color) => color.fabric === undefined,
    );
  },
};
