import { has, type QualityCheck } from '../check.ts';

/** Google: `image_link` is required; PromoStandards Media: a primary picture of each product. */
export const productPicture: QualityCheck = {
  id: 'picture/product',
  importance: 'critical',
  demand: 'There is a picture of the product.',
  lack: 'no picture',
  remedy: 'Name a `drawing`, or pictures in `images` or in those of a colour.',
  count: ({ pictures }) => has(pictures > 0),
};
